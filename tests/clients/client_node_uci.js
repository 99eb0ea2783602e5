// npm node-uci: its promise interface opens the engine, sets an option, searches by depth and clock, and stops an
// infinite search.   node client_node_uci.js ENGINE   (with node-uci on NODE_PATH)
const { Engine } = require('node-uci')

async function main () {
  const engine = new Engine(process.argv[2])
  await engine.init()
  await engine.setoption('MultiPV', '2')
  await engine.isready()
  await engine.ucinewgame()
  await engine.position('startpos', ['h2e2', 'h9g7'])
  const byDepth = await engine.go({ depth: 5 })
  await engine.position('startpos', ['h2e2'])
  const byClock = await engine.go({ wtime: 2000, btime: 2000, winc: 10, binc: 10 })
  engine.goInfinite()
  await new Promise(resolve => setTimeout(resolve, 200))
  const stopped = await engine.stop()
  await engine.quit()
  for (const answer of [byDepth, byClock, stopped]) {
    if (!/^[a-i][0-9][a-i][0-9]$/.test(answer.bestmove)) throw new Error('bad move ' + JSON.stringify(answer.bestmove))
  }
  console.log('node-uci:', byDepth.bestmove, byClock.bestmove, stopped.bestmove)
}

main().then(() => process.exit(0), error => { console.error('node-uci:', error); process.exit(1) })
