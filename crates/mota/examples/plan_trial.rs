fn main() {
    let args: Vec<String> = std::env::args().collect();
    let table = (args[1].contains("fifty")).then(|| std::path::PathBuf::from("docs/towers/fifty.json"));
    let mut project = meihua_mota::folder::open(std::path::Path::new(&args[1]), table.as_deref()).unwrap();
    if args[2] != "-" {
        project = project.with_goal(&args[2].parse().unwrap()).unwrap();
    }
    let start = meihua_mota::walk::begin(&project, &[]).unwrap();
    let limits = meihua_mota::plan::search::Limits {
        lists: args[4].parse().unwrap(),
        megabytes: 512,
        threads: 1,
        seed: args[3].parse().unwrap(),
    };
    let clock = std::time::Instant::now();
    let found = meihua_mota::plan::search::search(&project, &start, &limits, &|| false, &mut |p| {
        eprintln!("{:?} {p:?}", clock.elapsed())
    });
    println!(
        "won {:?} far {:?} top {} proven {} disagreements {} nodes {} remarks {:?}",
        found.plan.map(|p| p.end.stats[0]),
        found.farthest.map(|p| p.end.stats[0]),
        project.floors[found.top].id,
        found.proven,
        found.disagreements,
        found.nodes,
        found.remarks
    );
}
