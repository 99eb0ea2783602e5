// Drives the engine process from Node: a search, a game against itself, a puzzle. No package is needed.
//
//     node engine.mjs [PATH OF MEIHUA]
import assert from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

class Engine {
  static async open (path, game = 'xiangqi') {
    const self = new Engine()
    self.process = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] })
    self.lines = createInterface({ input: self.process.stdout })[Symbol.asyncIterator]()
    await self.ask('uci', 'uciok')
    const ready = self.ask(`setoption name UCI_Variant value ${game}\nisready`, 'readyok')
    await ready.catch(error => { self.process.kill(); throw error })
    return self
  }

  send (line) { this.process.stdin.write(line + '\n') }

  async ask (line, last) {
    this.send(line)
    const lines = []
    while (!lines.at(-1)?.startsWith(last)) {
      const { value, done } = await this.lines.next()
      if (done) throw new Error(`the engine has ended; its last line: ${lines.at(-1)}`)
      lines.push(value)
    }
    const error = lines.find(line => line.startsWith('info string error: '))
    if (error) throw new Error(error)
    return lines
  }

  async play (position, go) {
    this.send(`position ${position}`)
    const lines = await this.ask(`go ${go}`, 'bestmove')
    return { move: lines.at(-1).split(' ')[1], infos: lines.filter(line => line.includes(' score ')) }
  }

  async view (position) {
    this.send(`position ${position}`)
    return JSON.parse((await this.ask('view', 'view')).at(-1).slice('view '.length))
  }
}

const path = process.argv[2] ?? 'meihua'
const engine = await Engine.open(path)
const best = await engine.play('startpos moves h2e2 h9g7', 'depth 8')
console.log('xiangqi:', best.move, 'depth', best.infos.at(-1).split(' ')[2])

const four = await Engine.open(path, 'cfour')
const moves = []
let view
while (!(view = await four.view(`startpos moves ${moves.join(' ')}`)).verdict.over) {
  moves.push((await four.play(`startpos moves ${moves.join(' ')}`, 'movetime 20')).move)
}
console.log('four in a row:', view.verdict.reason, 'after', moves.length, 'moves')

const river = await Engine.open(path, 'river')
const plan = await river.play('startpos', 'depth 20')
console.log('priests and devils:', plan.move, 'of', plan.infos.at(-1).split(' pv ')[1])

for (const wrong of [() => engine.play('startpos moves zz', 'depth 1'), () => engine.view('fen x'), () => Engine.open(path, 'nosuch')]) {
  await assert.rejects(wrong, /error: /)
}

for (const each of [engine, four, river]) {
  each.send('quit')
  const [status] = await once(each.process, 'exit')
  assert.strictEqual(status, 0)
}
