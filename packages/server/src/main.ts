/**
 * Entry point of the server: reads the configuration, opens the platform, prints the addresses and shuts down in
 * order.
 *
 * An error that prevents the start is printed as one line for the operator, with a non-zero exit code.
 */

import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { portOwners, type TransportName, transports, urlOf } from '@sonde/model/transports/transports'
import { ensureFirstStart, type FirstStart, StartupError } from './auth/first-start.ts'
import { systemClock } from './clock.ts'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { accountsOfDemo } from './demo/demo-accounts.ts'
import type { CallApi } from './demo/demo-calls.ts'
import { guardProcess } from './guard/guard.ts'
import { createServerLog } from './log/log.ts'
import { openPlatform, type Platform } from './platform.ts'
import { DataFolderError } from './storage/data-folder.ts'
import { privateUmask } from './storage/private-folder.ts'
import { PortInUse } from './transports/ports.ts'
import type { Listening } from './transports/transport.ts'

/** Shutdown timeout, after which the process exits anyway. Acknowledged data is already on disk. */
const stopMsMax = 15_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

function reject(error: unknown): never {
  const isForOperator = [ConfigError, DataFolderError, PortInUse, StartupError].some((kind) => error instanceof kind)
  const text = isForOperator ? (error as Error).message : `Sonde can't start: ${(error as Error).stack ?? error}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Lets the demo call the app's routes without a socket. */
function apiOf({ app }: Platform): CallApi {
  return async (method, path, { token, body } = {}) => {
    const response = await app.inject({
      method,
      url: path,
      headers: {
        ...(token === undefined ? {} : { 'x-authorization': `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${response.body}`)
    const isJson = response.headers['content-type']?.toString().startsWith('application/json')
    return response.body === '' ? undefined : isJson ? JSON.parse(response.body) : response.body
  }
}

interface Started {
  readonly addresses: Readonly<Record<TransportName, Listening>>
  readonly start: FirstStart
  /** False: no base URL is known, so emails can't contain links. */
  readonly hasLinkBase: boolean
}

function printAddresses(config: Config, { addresses, start, hasLinkBase }: Started) {
  const deviceUrls = transports.map(({ name, telemetryPath }) => urlOf(name, addresses[name]) + telemetryPath)
  say('')
  say(`  Sonde ${version}`)
  say(`  Page      ${urlOf('http', addresses.http)}`)
  if (config.demo) {
    for (const { email, password } of accountsOfDemo(config.demoStory)) say(`  Sign in   ${email} / ${password}`)
  }
  if (start.generated) {
    const { email, password, file } = start.generated
    say(`  Sign in   ${email} / ${password}   (shown only once, stored in ${file})`)
  }
  say(`  Devices   ${deviceUrls.join('   ')}`)
  if (!hasLinkBase)
    say('  Base URL  not set, so no emails with links are sent. Set SONDE_BASE_URL to the URL that users open.')
  say(`  Data      ${config.dataFolder}`)
  say('  Stop      Ctrl C')
  say('')
}

async function start(): Promise<void> {
  process.umask(privateUmask)
  const config = readConfig({ argv: process.argv.slice(2), env: process.env, cwd: process.cwd() })
  const { log, bounds } = createServerLog({ level: config.logLevel, clock: systemClock })
  const platform = await openPlatform({ config, log, version })
  bounds.connect(platform.limits)
  try {
    const firstStart = await ensureFirstStart({ config, ...platform })
    const addresses = await platform.listen()
    if (config.demo && firstStart.isNew) {
      // Loaded lazily: only the first start needs it.
      const { createDemo } = await import('./demo/demo-tenant.ts')
      await createDemo({
        callApi: apiOf(platform),
        commit: platform.commit,
        nowMs: () => platform.clock.nowMs(),
        addPastUsage: platform.usage.addPast,
        addPastStatistics: platform.queueStatistics?.addPast ?? null,
        hasStory: config.demoStory,
        progress: (line) => say(`  ${line}`),
      })
    }
    const hasLinkBase = (await platform.linkBase()) !== null
    printAddresses(config, { addresses, start: firstStart, hasLinkBase })
    stopOnSignals(platform)
    guardProcess(platform.guard, process)
    process.send?.({
      kind: 'ready',
      pid: process.pid,
      httpUrl: urlOf('http', { ...addresses.http, host: '127.0.0.1' }),
      ...Object.fromEntries(portOwners.map(({ name }) => [`${name}Port`, addresses[name].port])),
    })
    // Saves the compile cache for the next start now, because a kill would lose it. Takes 0.5 s at the first start,
    // nothing later.
    setImmediate(flushCompileCache)
  } catch (error) {
    await platform.close()
    throw error
  }
}

function stopOnSignals(platform: Platform) {
  let isStopping = false
  const stop = async () => {
    // A second Ctrl+C exits at once.
    if (isStopping) process.exit(1)
    isStopping = true
    const timer = setTimeout(() => process.exit(1), stopMsMax)
    timer.unref()
    await platform.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  // The parent process exited without sending a signal.
  process.once('disconnect', () => void stop())
}

start().catch(reject)
