fn main() {
    let args: Vec<String> = std::env::args().collect();
    let table = (args[1].contains("fifty")).then(|| std::path::PathBuf::from("docs/towers/fifty.json"));
    let mut project = meihua_mota::folder::open(std::path::Path::new(&args[1]), table.as_deref()).unwrap();
    if args[2] != "-" {
        project = project.with_goal(&args[2].parse().unwrap()).unwrap();
    }
    let start = meihua_mota::walk::begin(&project, &[]).unwrap();
    meihua_mota::plan::trial(
        &project,
        &start,
        args[3].parse().unwrap(),
        args[4].parse().unwrap(),
        args[5].parse().unwrap(),
    );
}
