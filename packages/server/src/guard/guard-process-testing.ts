/**
 * A process whose callbacks of every kind throw, for guard.test.ts: prints as one line of JSON what was ended, counted
 * and logged. The effect of an exception on a process cannot be tested in the process that runs the tests.
 */

import { EventEmitter } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { guardedRequests } from '../http/guarded-requests.ts'
import { createGuard, guardProcess } from './guard.ts'
import { createContext, currentWork, guarded, runAs } from './work.ts'

const registry = new Registry()
const logged: { readonly part: string; readonly error: string; readonly hasStack: boolean }[] = []
const log = pino(
  {},
  {
    write(line) {
      const { part, err } = JSON.parse(line) as { part: string; err: { message: string; stack: string } }
      logged.push({ part, error: err.message, hasStack: err.stack.includes('guard-process-testing') })
    },
  },
)
const guard = createGuard({ log, registry, end: () => undefined })
guardProcess(guard, process)

const ended: string[] = []
/** Other contexts must not stay set after an exception either. */
const caller = createContext<string>()
const foreign: string[] = []

function work(name: string) {
  return guard.work({ part: 'job', end: () => ended.push(name), fields: () => ({ name }) })
}

/** Throws in a callback that `begin` starts. */
function thrown(kind: string, begin: (fail: () => never) => unknown) {
  caller.run(kind, () =>
    runAs(work(kind), () =>
      begin(() => {
        throw new Error(kind)
      }),
    ),
  )
}

// Belongs to no unit of work: counted as `other`, and the code that runs next belongs to none either.
const tcp = createTcpServer((socket) => {
  socket.once('data', () => {
    foreign.push(`${currentWork() === undefined} ${caller.getStore()}`)
    socket.destroy()
    throw new Error('of a socket')
  })
})
tcp.listen(0, '127.0.0.1', () => {
  const client = connect((tcp.address() as AddressInfo).port, '127.0.0.1', () => client.write('x'))
  client.on('close', () => tcp.close())
})

thrown('at once', (fail) => fail())
thrown('timer', (fail) => setTimeout(fail, 1))
thrown('interval', (fail) => {
  const timer = setInterval(() => {
    clearInterval(timer)
    fail()
  }, 1)
})
thrown('immediate', (fail) => setImmediate(fail))
thrown('microtask', (fail) => queueMicrotask(fail))
thrown('tick', (fail) => process.nextTick(fail))
thrown('rejected promise', async (fail) => fail())
thrown('later promise', async (fail) => {
  await new Promise((resolve) => setTimeout(resolve, 2))
  fail()
})

const emitter = new EventEmitter()
thrown('emitter', (fail) => emitter.on('word', guarded(fail)))
emitter.on('word', () => ended.push('the listener behind it is told'))
emitter.emit('word')

// Ending the unit of work may fail too.
runAs(
  guard.work({
    part: 'message',
    end() {
      throw new Error('second')
    },
  }),
  () => {
    throw new Error('first')
  },
)

await new Promise((resolve) => setTimeout(resolve, 20))

/** HTTP server whose path selects where the exception is thrown. */
const http = createServer(
  guardedRequests({ guard, clock: { nowMs: () => 0 } }, (incoming, response) => {
    const fail = () => {
      throw new Error(`request ${incoming.url}`)
    }
    switch (incoming.url) {
      case '/at-once':
        return fail()
      case '/timer':
        return void setTimeout(fail, 1)
      case '/promise':
        return void Promise.resolve().then(fail)
      case '/body':
        return void incoming.on('data', guarded(fail))
      case '/begun':
        response.write('half')
        return void setTimeout(fail, 5)
      default:
        response.end('fine')
    }
  }),
)
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo

const answer = (path: string) =>
  new Promise<string>((resolve) => {
    const asked = request({ port, path, method: 'POST' }, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('error', () => resolve(`${response.statusCode} broken off after "${text}"`))
      response.on('end', () => resolve(`${response.statusCode} ${text}`))
    })
    asked.end('a body')
  })
const answers: Record<string, string> = {}
for (const path of ['/at-once', '/timer', '/promise', '/body', '/begun', '/fine']) answers[path] = await answer(path)
http.close()
http.closeAllConnections()

const { values = [] } = (await registry.getSingleMetric('sonde_unexpected_errors_total')?.get()) ?? {}
const counts = Object.fromEntries(values.map(({ labels, value }) => [labels.part, value]))
process.stdout.write(JSON.stringify({ ended, counts, logged, foreign, answers }))
