/** Commands of `npm run sonde`: arguments, output and exit codes. */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import type { Clock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { actOnDeadLetters, listDeadLetters } from '../dead-letters/dead-letter-command.ts'
import { DataFolderError } from '../storage/data-folder.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import { bytesText, countText, durationText, manyText } from './amounts.ts'
import { createBackup } from './backup.ts'
import { checkStore } from './check.ts'
import { compactStore } from './compact.ts'
import { resetPassword } from './reset-password.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { figuresText, readStoreFigures } from './store-figures.ts'
import type { ProgressLine } from './terminal.ts'

export const usage = `Usage: npm run sonde -- COMMAND [FILE] [--config FILE]

  backup FILE                writes the data folder to one file *
  restore FILE               restores a backup to an empty or new data folder
  check                      checks all stored data *
  check FILE                 checks a backup *
  compact                    merges chunks and returns free pages to the disk
  stats                      shows the size of the database and its parts (--json for programs) *
  dead-letters list          lists dead letters (--json for programs) *
  dead-letters replay [ID]   processes one or all dead letters after the next start
  dead-letters delete [ID]   deletes one or all dead letters
  reset-password EMAIL       sets a new password and enables the account

* Works while the server runs. The other commands require a stopped server.
The data folder is SONDE_DATA, from the environment or the configuration file.`

export interface MaintenanceEnvironment {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder in which the configuration is searched (`cwd`), and base of relative file arguments (`filesCwd`). */
  readonly cwd: string
  readonly filesCwd: string
  readonly version: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly say: (text: string) => void
  readonly progress: ProgressLine
}

interface Parsed {
  readonly command: string
  readonly files: readonly string[]
  readonly json: boolean
  readonly configArguments: readonly string[]
}

/** Minimum and maximum number of arguments of each command, and what they are, if they aren't files. */
const commands: Readonly<Record<string, { min: number; max: number; what?: string }>> = {
  backup: { min: 1, max: 1 },
  restore: { min: 1, max: 1 },
  check: { min: 0, max: 1 },
  compact: { min: 0, max: 0 },
  stats: { min: 0, max: 0 },
  'dead-letters': { min: 1, max: 2, what: 'list|replay|delete' },
  'reset-password': { min: 1, max: 1, what: 'an EMAIL' },
}

/** Runs a command. Returns the exit code. Throws an error with a line for the operator. */
export async function runMaintenance(environment: MaintenanceEnvironment): Promise<number> {
  const { argv, say } = environment
  if (argv.length === 0 || argv[0] === 'help' || argv.includes('--help')) {
    say(usage)
    return 0
  }
  const { command, files, json, configArguments } = parse(argv)
  const { dataFolder } = readConfig({ argv: configArguments, env: environment.env, cwd: environment.cwd })
  const file = files[0] === undefined ? '' : resolve(environment.filesCwd, files[0])
  switch (command) {
    case 'backup':
      return backup(environment, dataFolder, file)
    case 'restore':
      return restore(environment, dataFolder, file)
    case 'check':
      return file === '' ? check(environment, dataFolder) : checkBackup(environment, file)
    case 'compact':
      return compact(environment, dataFolder)
    case 'dead-letters':
      return deadLetters(environment, dataFolder, { files, json })
    case 'reset-password':
      return newPassword(environment, dataFolder, files[0] ?? '')
    default: {
      const figures = readStoreFigures(dataFolder, environment.clock.nowMs())
      say(json ? JSON.stringify(figures, null, 2) : figuresText(figures))
      return 0
    }
  }
}

function parse(argv: readonly string[]): Parsed {
  const [command = '', ...rest] = argv
  const takes = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!takes) throw new MaintenanceError(`Unknown command ${command}. Use one of: ${Object.keys(commands).join(', ')}.`)
  const files: string[] = []
  const configArguments: string[] = []
  let json = false
  for (let i = 0; i < rest.length; i++) {
    const argument = rest[i] as string
    if (argument === '--json' && (command === 'stats' || command === 'dead-letters')) json = true
    else if (argument === '--config' && rest[i + 1] !== undefined) configArguments.push(argument, rest[++i] as string)
    else if (argument.startsWith('--')) throw new MaintenanceError(`Unknown option ${argument} for ${command}.`)
    else files.push(argument)
  }
  if (files.length < takes.min) {
    const { what = 'a FILE' } = takes
    throw new MaintenanceError(`${command} requires ${what}: npm run sonde -- ${command} ${what.replace(/^an? /, '')}`)
  }
  if (files.length > takes.max) throw new MaintenanceError(`Unexpected argument ${files[takes.max]} for ${command}.`)
  return { command, files, json, configArguments }
}

async function deadLetters(
  { clock, say }: MaintenanceEnvironment,
  dataFolder: string,
  { files, json }: Pick<Parsed, 'files' | 'json'>,
): Promise<number> {
  const [action, id = null] = files
  storeMaintenance.requireStore(dataFolder)
  if (action === 'list') {
    const letters = (await listDeadLetters(dataFolder)).filter((letter) => id === null || letter.id === id)
    if (json) say(JSON.stringify(letters, null, 2))
    else say(letters.length === 0 ? 'No dead letters.' : letters.map(deadLetterText).join('\n'))
    return 0
  }
  if (action !== 'replay' && action !== 'delete') {
    throw new MaintenanceError(`Unknown action ${action} for dead-letters. Use list, replay or delete.`)
  }
  const count = await actOnDeadLetters({ dataFolder, clock, id, action })
  if (id !== null && count === 0) throw new MaintenanceError(`No dead letter has the ID ${id}.`)
  const what = manyText(count, 'message')
  say(action === 'replay' ? `The next start replays ${what}.` : `${what} deleted.`)
  return 0
}

function deadLetterText({ id, createdTime, tenantId, originator, messageType, size, reason }: DeadLetter): string {
  const from = `${messageType} of ${originator.entityType} ${originator.id}, tenant ${tenantId.id}`
  return `${id}  ${new Date(createdTime).toISOString()}  ${from}, ${bytesText(size)}\n  ${reason}`
}

async function backup(
  { version, clock, signal, say, progress }: MaintenanceEnvironment,
  dataFolder: string,
  file: string,
) {
  const started = performance.now()
  const result = await createBackup({ dataFolder, file, version, clock, signal, progress: progress.bytes })
  progress.clear()
  const { databaseBytes, fileBytes, files } = result
  say(
    `Wrote ${file}: ${bytesText(fileBytes)} with the database (${bytesText(databaseBytes)}) and ${manyText(files, 'file')}, in ${durationText(performance.now() - started)}.`,
  )
  say('The backup contains keys and password hashes. Store it where only you can read it.')
  return 0
}

async function restore({ signal, say, progress }: MaintenanceEnvironment, dataFolder: string, file: string) {
  const { createdTime, version } = await restoreBackup({ dataFolder, file, signal, progress: progress.bytes })
  progress.clear()
  say(`Restored ${dataFolder} as of ${new Date(createdTime).toISOString()} (Sonde ${version}). Start the server.`)
  return 0
}

async function check({ signal, say, progress }: MaintenanceEnvironment, dataFolder: string) {
  const started = performance.now()
  const report = await checkStore({ dataFolder, signal, progress: progress.items })
  progress.clear()
  for (const line of report.lines()) say(line)
  const took = durationText(performance.now() - started)
  if (report.damage === 0) {
    say(`No damage found (${took}).`)
    return 0
  }
  say(
    `Found ${manyText(report.damage, 'problem')} (${took}). Copy the data folder, then restore the latest intact backup.`,
  )
  return 1
}

async function checkBackup({ signal, say, progress }: MaintenanceEnvironment, file: string) {
  const { createdTime, parts } = await verifyBackup({ file, signal, progress: progress.bytes })
  progress.clear()
  const bytes = bytesText(statSync(file).size)
  say(`${file} is intact: ${bytes}, ${manyText(parts.length, 'part')}, created ${new Date(createdTime).toISOString()}.`)
  return 0
}

async function compact({ clock, signal, say, progress }: MaintenanceEnvironment, dataFolder: string) {
  storeMaintenance.requireStore(dataFolder)
  try {
    const { bytesBefore, bytesAfter, chunksBefore, chunksAfter } = await compactStore({
      dataFolder,
      clock,
      signal,
      progress: (what) => progress.items(what, 0, 0),
    })
    progress.clear()
    say(
      `Compacted ${bytesText(bytesBefore)} to ${bytesText(bytesAfter)}, ${countText(chunksBefore)} chunks to ${countText(chunksAfter)}.`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof DataFolderError) || !/in use/.test(error.message)) throw error
    throw new MaintenanceError(
      `A server is running on ${dataFolder} and merges chunks itself. Stop it to return free pages to the disk.`,
      { cause: error },
    )
  }
}

async function newPassword({ clock, say }: MaintenanceEnvironment, dataFolder: string, email: string) {
  try {
    const password = await resetPassword({ dataFolder, email, clock })
    say(`New password of ${email}: ${password}`)
    say(
      'It is shown only once. The account is enabled and its sessions have ended. Start the server, sign in and change the password.',
    )
    return 0
  } catch (error) {
    if (!(error instanceof DataFolderError) || !/in use/.test(error.message)) throw error
    throw new MaintenanceError(
      `A server is running on ${dataFolder}. Stop it and run the command again, or ask another administrator to enable the account.`,
      { cause: error },
    )
  }
}
