/**
 * Reconnecting fleet: the server has just started with empty caches, and all devices of a site connect at once, from
 * one address, and again after each close. At the same time, a device of another tenant uploads 50 times a second.
 *
 * `SONDE_STORM=tls,fixed` selects some of the scenarios.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peakMb } from '../../e2e/durability/process-memory.ts'
import { startOwnProcess } from '../../e2e/fairness/own-process.ts'
import { startMeasured } from '../../e2e/fairness/probe.ts'
import { temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld } from '../../e2e/platform/world.ts'
import { testCertificate, testKey } from '../../packages/server/src/transports/mqtt/tls-testing.ts'
import { withCleanUp } from './clean-up.ts'
import type { Row } from './report.ts'
import type { Storm, StormFigures, UploadFigures } from './storm-load.ts'

const fleet = { plain: 10_000, tls: 9_000 } as const
const withinSeconds = { plain: 10, tls: 30 } as const
const uploadMsMax = 1_000
const retryMs = 1_000
/** Time limit for the fleet, ms. */
const withinMs = 90_000
const importedAtOnce = 1_000

const tokenOf = (i: number) => `storm${String(i).padStart(6, '0')}`
const load = new URL('./storm-load.ts', import.meta.url).href

/** Creates a data folder with the fleet; returns it with the token of a device of another tenant. */
async function fill(t: Parameters<typeof startMeasured>[0]) {
  const dataFolder = temporaryFolder(t)
  const platform = await startMeasured(t, { dataFolder })
  const [site, other] = [await createWorld(platform, 'Site'), await createWorld(platform, 'Other')]
  for (let from = 0; from < fleet.plain; from += importedAtOnce) {
    const lines = Array.from({ length: importedAtOnce }, (_, i) => `Device ${from + i},default,${tokenOf(from + i)}`)
    const columns = [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'ACCESS_TOKEN' }]
    const mapping = { columns, delimiter: ',', header: false, update: false }
    await site.call('POST', '/api/device/bulk_import', { file: lines.join('\n'), mapping })
  }
  const { token } = await other.device('Uploads')
  await platform.stop()
  return { dataFolder, token }
}

async function measure(dataFolder: string, token: string, kind: 'plain' | 'tls', isJittered: boolean): Promise<Row> {
  return withCleanUp(async (t) => {
    const folder = temporaryFolder(t)
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(cert, testCertificate)
    writeFileSync(key, testKey)
    const isTls = kind === 'tls'
    const platform = await startMeasured(t, {
      dataFolder,
      env: isTls ? { SONDE_TLS_CERT: cert, SONDE_TLS_KEY: key } : {},
    })
    const target = { port: platform.mqttPort, ca: isTls ? testCertificate : null }
    const other = startOwnProcess(t, load, 'probe')
    await other.ask('uploads', { ...target, token })
    const devices = startOwnProcess(t, load, 'load')
    const about: Storm = {
      ...target,
      tokens: Array.from({ length: fleet[kind] }, (_, i) => tokenOf(i)),
      ...{ retryMs, isJittered, withinMs },
    }
    const storm = await devices.ask<StormFigures>('storm', about)
    const upload = await other.ask<UploadFigures>('uploaded')
    const mb = peakMb(platform.pid)
    await devices.stop()
    await platform.stop()
    const { signedIn, seconds, closed, givenUp } = storm
    const figures = [
      `${signedIn.toLocaleString('en')} in after ${seconds.toFixed(1)} s`,
      `${closed.toLocaleString('en')} connections closed before, ${givenUp.toLocaleString('en')} of them given up`,
      `upload p99 ${upload.p99Ms.toFixed(0)}, max ${upload.maxMs.toFixed(0)} ms (${upload.acked.toLocaleString('en')})`,
      `${mb.toFixed(0)} MB`,
    ]
    return {
      what: `${fleet[kind].toLocaleString('en')} devices ${isTls ? 'over TLS' : 'plain'}, ${isJittered ? 'jittered retry, 0.5 to 1.5 s' : 'fixed retry, 1 s'}`,
      reference: '',
      mustReach: `all in within ${withinSeconds[kind]} s, upload ≤ ${uploadMsMax} ms`,
      measured: figures.join('; '),
    }
  })
}

export async function benchStorm(): Promise<Row[]> {
  const wanted = process.env.SONDE_STORM?.split(',')
  return withCleanUp(async (t) => {
    const { dataFolder, token } = await fill(t)
    const rows: Row[] = []
    for (const kind of ['plain', 'tls'] as const) {
      for (const isJittered of [false, true]) {
        const words = [kind, isJittered ? 'jittered' : 'fixed']
        if (wanted && !words.every((word) => wanted.includes(word))) continue
        rows.push(await measure(dataFolder, token, kind, isJittered))
      }
    }
    return rows
  })
}
