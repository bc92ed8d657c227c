/** Order of system calls: each PUBACK is written after the sync that covers its message. */

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connectDevice } from '@sonde/simulator/load/mqtt-connection'
import { startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld } from '../platform/world.ts'

const messages = 200

interface SystemCall {
  readonly at: number
  readonly text: string
}

function readTrace(folder: string): SystemCall[] {
  const calls: SystemCall[] = []
  for (const file of readdirSync(folder).filter((name) => name.startsWith('trace'))) {
    for (const line of readFileSync(join(folder, file), 'latin1').split('\n')) {
      const match = /^(\d+\.\d+) (.*)$/.exec(line)
      if (match) calls.push({ at: Number(match[1]), text: match[2] as string })
    }
  }
  return calls.sort((a, b) => a.at - b.at)
}

/** Time at which a call returned: strace logs its start and, with -T, its duration. */
function endOf({ at, text }: SystemCall): number {
  const took = /<(\d+\.\d+)>$/.exec(text)
  return at + Number(took?.[1] ?? 0)
}

test('each acknowledgement is written after the sync that covers it', async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const platform = await startPlatform(t, {
    wrapper: [
      'strace',
      '-ff',
      '-ttt',
      '-T',
      '-s',
      '120',
      '-o',
      join(folder, 'trace'),
      '-e',
      'trace=fsync,fdatasync,write,writev,sendto,sendmsg,read,recvfrom,pwrite64',
    ],
  })
  const world = await createWorld(platform)
  const device = await world.device('Ordered')
  const connection = await connectDevice({
    host: '127.0.0.1',
    port: platform.mqttPort,
    token: device.token,
    clientId: 'ordered',
  })
  // One message at a time, so that each publish has its own sync between arrival and acknowledgment.
  for (let n = 0; n < messages; n++) {
    await new Promise<void>((resolve) => {
      connection.publish(Buffer.from(`{"marker":"M${String(n).padStart(6, '0')}E"}`), () => resolve())
      connection.flush()
    })
  }
  connection.close()
  await platform.stop()

  const calls = readTrace(folder)
  const syncs = calls.filter(({ text }) => /^(fsync|fdatasync)\(\d+\)\s+= 0/.test(text))
  // A PUBACK is 0x40 0x02 and the packet id; strace shows it as "@\2…".
  const acknowledgements = calls.filter(({ text }) => /^(write|writev|sendto|sendmsg)\(.*"@\\2/.test(text))
  assert.ok(acknowledgements.length >= messages, `${acknowledgements.length} acknowledgements seen`)
  for (let n = 0; n < messages; n++) {
    const arrival = calls.find(
      ({ text }) => /^(read|recvfrom)\(/.test(text) && text.includes(`M${String(n).padStart(6, '0')}E`),
    )
    assert.ok(arrival, `arrival of message ${n}`)
    const acknowledgement = acknowledgements.find(({ at }) => at > arrival.at)
    assert.ok(acknowledgement, `acknowledgement of message ${n}`)
    const sync = syncs.find((call) => call.at > arrival.at && endOf(call) <= acknowledgement.at)
    assert.ok(sync, `message ${n}: no sync ended between its arrival and its acknowledgement`)
  }
  t.diagnostic(`${messages} acknowledgements, each after its sync; ${syncs.length} syncs in all`)
})
