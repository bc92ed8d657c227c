/**
 * Configuration from the environment and from a JSON file with the same names, validated before anything starts.
 *
 * The environment takes precedence; an empty value counts as unset. All problems are reported at once, one line each.
 */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { portOwners } from '@sonde/model/transports/transports'
import { isLoopback } from '../demo/demo-accounts.ts'
import { type Config, portKeyOf, type Setting, type SettingKey, settings } from './settings.ts'

export type { Config } from './settings.ts'

/** Invalid configuration. `problems` are lines for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export interface ConfigSource {
  /** Command line arguments after the program name: `--config FILE`. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

const configFileName = 'sonde.json'

/** Reads the configuration. Paths are returned as absolute paths. Throws `ConfigError`. */
export function readConfig({ argv, env, cwd }: ConfigSource): Config {
  const problems: string[] = []
  const file = readConfigFile(fileNamed(argv, env, problems), cwd, problems)
  const values: Partial<Record<SettingKey, unknown>> = {}
  for (const [key, each] of Object.entries(settings) as [SettingKey, Setting<unknown>][]) {
    values[key] = valueOfSetting(each, env[each.name] || file.get(each.name) || each.default, problems)
  }
  const config = values as Config
  // Conflicts between values are only reported if each single value is valid.
  if (problems.length === 0) problems.push(...conflicts(config))
  if (problems.length > 0) throw new ConfigError(problems)
  const path = (given: string | null) => (given === null ? null : resolve(cwd, given))
  return {
    ...config,
    dataFolder: resolve(cwd, config.dataFolder),
    tlsCert: path(config.tlsCert),
    tlsKey: path(config.tlsKey),
  }
}

/** True if only programs on the same computer can reach the server. */
export const isLocalOnly = ({ host, trustedProxies }: Pick<Config, 'host' | 'trustedProxies'>): boolean =>
  isLoopback(host) && trustedProxies === null

function valueOfSetting(each: Setting<unknown>, text: string | null, problems: string[]): unknown {
  if (text === null) return null
  const value = each.type.parse(text)
  if (value !== undefined) return value
  const allowed = each.type.allowed.replaceAll('`', '')
  problems.push(
    `${each.name} is ${each.isSecret ? 'invalid' : `${JSON.stringify(text)}, which is invalid`}. Allowed: ${allowed}.`,
  )
  return null
}

function fileNamed(argv: ConfigSource['argv'], env: ConfigSource['env'], problems: string[]): string | undefined {
  let named = env.SONDE_CONFIG || undefined
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]
    if (argument === '--config' && argv[i + 1] !== undefined) named = argv[++i]
    else problems.push(`Unknown argument ${argument}. Allowed: --config FILE.`)
  }
  return named
}

function readConfigFile(named: string | undefined, cwd: string, problems: string[]): ReadonlyMap<string, string> {
  const path = resolve(cwd, named ?? configFileName)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (named !== undefined || code !== 'ENOENT')
      problems.push(`Couldn't read the configuration file ${path}: ${message}.`)
    return new Map()
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    problems.push(`The configuration file ${path} isn't valid JSON: ${(error as Error).message}.`)
    return new Map()
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    problems.push(`The configuration file ${path} must contain a JSON object of settings.`)
    return new Map()
  }
  return valuesOfFile(parsed, path, problems)
}

const names: ReadonlySet<string> = new Set(Object.values(settings).map((each) => each.name))

function valuesOfFile(parsed: object, path: string, problems: string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(parsed)) {
    if (!names.has(name)) problems.push(`${path} sets ${name}, which isn't a setting. Check the spelling.`)
    else if (Array.isArray(value)) values.set(name, value.join(','))
    else if (['string', 'number', 'boolean'].includes(typeof value)) values.set(name, String(value))
    else if (value !== null) problems.push(`${path} sets ${name} to an object. Use text, a number, true or false.`)
  }
  return values
}

function conflicts(config: Config): string[] {
  const found: string[] = []
  if (config.demo && !isLoopback(config.host)) {
    found.push(
      `SONDE_HOST is "${config.host}", but the demo has known passwords and listens on loopback only. Use 127.0.0.1, or set SONDE_DEMO=false.`,
    )
  }
  if (config.demo && config.trustedProxies !== null) {
    found.push(
      'SONDE_TRUSTED_PROXIES is set, but the demo has known passwords and is for local use only. Remove it, or set SONDE_DEMO=false.',
    )
  }
  const together = (one: SettingKey, other: SettingKey) => {
    if ((config[one] === null) === (config[other] === null)) return
    const [missing, given] = config[one] === null ? [one, other] : [other, one]
    found.push(`${settings[given].name} is set, but ${settings[missing].name} isn't. Set both, or neither.`)
  }
  together('adminEmail', 'adminPassword')
  together('tlsCert', 'tlsKey')
  if (!config.languages.includes(config.defaultLanguage)) {
    found.push(
      `SONDE_DEFAULT_LANGUAGE is "${config.defaultLanguage}", which isn't in SONDE_LANGUAGES (${config.languages.join(', ')}).`,
    )
  }
  const taken = new Map([[config.httpPort, 'SONDE_HTTP_PORT']])
  for (const owner of portOwners) {
    const { name } = settings[portKeyOf(owner)]
    const port = config[portKeyOf(owner)]
    const other = taken.get(port)
    if (port !== 0 && other) found.push(`${name} is ${port}, the same as ${other}. Choose another port.`)
    taken.set(port, name)
  }
  return found
}
