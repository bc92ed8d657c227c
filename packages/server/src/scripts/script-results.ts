/**
 * Interprets script results; pure functions shared by the rule nodes and the test call.
 *
 * A result is the JSON text of the returned value; an empty text means that the script returned nothing. An object
 * returned
 * by an `update` script has three parts (`ScriptSource.asParts`) separated by line feeds, which JSON text never
 * contains.
 */

import { limitOf, rejectionText } from '@sonde/model/limits/limits'
import { Rejection } from '@sonde/model/rejection'
import { newPeak, type Peak, raise } from '../limits/peaks.ts'

export const scriptKinds = ['filter', 'switch', 'update', 'generate', 'json', 'string'] as const
export type ScriptKind = (typeof scriptKinds)[number]

export const isScriptKind = (text: string): text is ScriptKind => (scriptKinds as readonly string[]).includes(text)

/** Why a script has no result. Repeated `time` and `memory` faults block the script. */
export type ScriptFault = 'compile' | 'thrown' | 'result' | 'time' | 'memory' | 'output' | 'blocked' | 'gone'

/** A failed script; the message says how to correct it. */
export class ScriptError extends Rejection {
  override readonly name = 'ScriptError'
  readonly fault: ScriptFault
  constructor(fault: ScriptFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Message as passed to a script. */
export interface ScriptInput {
  /** JSON text. */
  readonly data: string
  readonly metadata: Readonly<Record<string, string>>
  readonly type: string
  /** Customer of the originator, to which the run's usage is also charged. */
  readonly customerId?: string
}

/** Message as returned by a script. */
export interface ScriptMessage {
  /** JSON text. */
  readonly data: string
  readonly metadata: Readonly<Record<string, string>>
  readonly type: string
}

const wrong = (message: string) => new ScriptError('result', message)

/** Short form of a result for error messages. */
const shown = (text: string) => (text === '' ? 'nothing' : text.length > 80 ? `${text.slice(0, 80)}…` : text)

export function filterResult(text: string): boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  throw wrong(`The filter must return true or false; it returned ${shown(text)}.`)
}

/** The distinct labels. Empty: the message ends here. */
export function switchResult(text: string): string[] {
  const result = parse(text)
  if (typeof result === 'string') return [result]
  if (Array.isArray(result) && result.every((label) => typeof label === 'string')) return [...new Set<string>(result)]
  throw wrong(`The switch must return text or a list of texts; it returned ${shown(text)}.`)
}

/** JSON text of any value. */
export function jsonResult(text: string): string {
  if (text === '') throw wrong('The script returned nothing. Return a JSON value.')
  return text
}

export function stringResult(text: string): string {
  const result = parse(text)
  if (typeof result === 'string') return result
  throw wrong(`The script must return text; it returned ${shown(text)}.`)
}

/** One or several messages, up to `messagesMax`; `peak` records the count. Missing parts are taken from `input`. */
export function updateResult(
  text: string,
  input: ScriptInput,
  messagesMax: number = limitOf('scriptMessages').default,
  peak: Peak = newPeak(),
): ScriptMessage[] {
  const dataEnd = text.indexOf('\n')
  if (dataEnd >= 0) return [messageOfParts(text, dataEnd, input)]
  const result = parse(text)
  if (Array.isArray(result)) {
    if (result.length === 0) throw wrong('The script returned an empty list. Return at least one message.')
    raise(peak, result.length)
    if (result.length > messagesMax) throw wrong(rejectionText('scriptMessages', messagesMax))
    return result.map((item) => (isObject(item) ? messageOf(item, input) : input))
  }
  if (isObject(result)) return [messageOf(result, input)]
  throw wrong(`The script must return {msg, metadata, msgType} or a list of these; it returned ${shown(text)}.`)
}

/** One message. A list counts as an object without parts, as in the wire API. */
export function generateResult(text: string, input: ScriptInput): ScriptMessage {
  const result = parse(text)
  if (Array.isArray(result)) return input
  if (isObject(result)) return messageOf(result, input)
  throw wrong(`The script must return {msg, metadata, msgType}; it returned ${shown(text)}.`)
}

function messageOfParts(text: string, dataEnd: number, input: ScriptInput): ScriptMessage {
  const metadataEnd = text.indexOf('\n', dataEnd + 1)
  const metadata = parse(text.slice(dataEnd + 1, metadataEnd))
  const msgType = parse(text.slice(metadataEnd + 1))
  const retained = messageOf({ metadata, msgType }, input)
  return dataEnd === 0 ? retained : { ...retained, data: text.slice(0, dataEnd) }
}

function messageOf(result: Record<string, unknown>, input: ScriptInput): ScriptMessage {
  const { msg, metadata, msgType } = result
  return {
    data: msg === undefined ? input.data : JSON.stringify(msg),
    metadata: metadata === undefined || metadata === null ? input.metadata : metadataOf(metadata),
    type: msgType === undefined || msgType === '' ? input.type : typeOf(msgType),
  }
}

function typeOf(msgType: unknown): string {
  if (typeof msgType === 'object' && msgType !== null) throw wrong('msgType must be text.')
  return String(msgType)
}

function metadataOf(metadata: unknown): Record<string, string> {
  if (!isObject(metadata)) throw wrong('metadata must be an object of texts.')
  const texts: [string, string][] = []
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null) continue
    if (typeof value === 'object') {
      throw wrong(`The metadata key "${key}" contains an object or a list. Use JSON.stringify to store it as text.`)
    }
    texts.push([key, String(value)])
  }
  return Object.fromEntries(texts)
}

/**
 * Undefined for an empty text. A script can break JSON.stringify in its own sandbox, so the text may be invalid JSON.
 */
function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(wrong('The result of the script isn’t JSON.'), { cause })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
