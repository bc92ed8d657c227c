/**
 * Startup log lines about the opened store: one line at every start, and warnings if the folder shows that the database
 * once held more data.
 */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type CommitMarker, type CommitNote, markerName, readCommitMarker } from './sqlite/commit-marker.ts'

/** Contents of the folder before the store was opened. */
export interface FolderBefore {
  readonly databaseBytes: number
  readonly hasLog: boolean
  readonly marker: CommitMarker | null
  /** Names of files that exist only in a data folder that was used before. */
  readonly traces: readonly string[]
}

export interface OpenedStore {
  readonly path: string
  readonly isNew: boolean
  readonly databaseBytes: number
  readonly lastCommit: CommitNote | null
  /** Position of the next message in the journal. */
  readonly nextSeq: number
  /** Messages in the journal that aren't processed yet. */
  readonly waiting: number
}

/** `companions`: names of files and folders that the server creates next to its database. */
export function lookAtFolder(databasePath: string, companions: readonly string[]): FolderBefore {
  const folder = dirname(databasePath)
  const logPath = `${databasePath}-wal`
  const hasLog = existsSync(logPath) && statSync(logPath).size > 0
  const traces = readdirSync(folder).filter(
    (name) => name === markerName || companions.includes(name) || name.endsWith('.tar'),
  )
  return {
    databaseBytes: existsSync(databasePath) ? statSync(databasePath).size : 0,
    hasLog,
    marker: readCommitMarker(databasePath),
    traces: hasLog ? [...traces, `${basename(databasePath)}-wal`] : traces,
  }
}

/** Log line for every start. */
export function openingLine({ path, isNew, databaseBytes, lastCommit, waiting }: OpenedStore): string {
  if (isNew) return `Created the database ${path}.`
  const when = lastCommit ? `last commit ${timeText(lastCommit.ms)}` : 'last commit unknown'
  return `Opened the database ${path}: ${sizeText(databaseBytes)}, ${when}, ${many(waiting, 'message')} waiting.`
}

/** Warnings about lost data; empty if there are none. */
export function openingWarnings(before: FolderBefore, opened: OpenedStore): string[] {
  if (opened.isNew) return before.traces.length > 0 ? [emptyWarning(before, opened)] : []
  const lost = lossOf(before, opened)
  return lost === null ? [] : [lost]
}

function emptyWarning({ traces, marker }: FolderBefore, { path }: OpenedStore): string {
  const last = marker && marker.ms > 0 ? ` Its last commit was ${timeText(marker.ms)}.` : ''
  return (
    `The database ${path} is empty, but its folder contains ${traces.join(', ')}.${last} ` +
    "Sonde starts with a new database. If you don't want that, stop the server and restore a backup to a new folder."
  )
}

function lossOf({ marker, hasLog }: FolderBefore, { path, lastCommit, nextSeq }: OpenedStore): string | null {
  if (marker === null || marker.number <= (lastCommit?.number ?? 0)) return null
  const messages = Math.max(0, marker.nextSeq - nextSeq)
  const since = lastCommit ? `after ${timeText(lastCommit.ms)}` : 'of this folder'
  const span = lastCommit && marker.ms > lastCommit.ms ? `${spanText(marker.ms - lastCommit.ms)}, ` : ''
  return (
    `The database ${path} lost commits ${since}. Its last commit was ${timeText(marker.ms)} ` +
    `(${span}${many(messages, 'message')}). ${causeOf(marker, hasLog, basename(path))} ` +
    'To recover the data, stop the server and restore a backup to a new folder.'
  )
}

function causeOf({ isStopped }: CommitMarker, hasLog: boolean, name: string): string {
  if (isStopped) return `${name} seems to be an older copy.`
  return hasLog
    ? `The write-ahead log ${name}-wal ends early, or ${name} is an older copy.`
    : `Sonde wasn't shut down properly and the write-ahead log ${name}-wal is missing.`
}

/** UTC, in seconds. */
const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const many = (count: number, one: string): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return many(Math.max(1, seconds), 'second')
  if (seconds < 7_200) return many(Math.round(seconds / 60), 'minute')
  return seconds < 172_800 ? many(Math.round(seconds / 3_600), 'hour') : many(Math.round(seconds / 86_400), 'day')
}

/** Decimal units, as used for disk sizes. */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const amount = bytes / 1000 ** step
  return `${amount >= 100 || step === 0 ? Math.round(amount) : Math.round(amount * 10) / 10} ${units[step]}`
}
