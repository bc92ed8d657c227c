/** Form input of a relation: validation and request values. */

import { parseJson } from '@sonde/model/exact-json'

export const relationTypeLengthMax = 255

/** Message keys in the namespace `relations`. */
export type TypeError = 'typeRequired' | 'typeTooLong'
export type InfoError = 'jsonInvalid' | 'jsonObject'

export function relationTypeError(type: string): TypeError | undefined {
  const { length } = type.trim()
  return length === 0 ? 'typeRequired' : length > relationTypeLengthMax ? 'typeTooLong' : undefined
}

export type InfoOutcome =
  | { readonly info: Readonly<Record<string, unknown>> | null }
  | { readonly fieldError: InfoError }

/** Parses additional info: empty text is null; any other text must be a JSON object. */
export function infoOfText(text: string): InfoOutcome {
  if (text.trim() === '') return { info: null }
  try {
    const json: unknown = parseJson(text)
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    return isObject ? { info: json as Record<string, unknown> } : { fieldError: 'jsonObject' }
  } catch {
    return { fieldError: 'jsonInvalid' }
  }
}

export const textOfInfo = (info: unknown): string =>
  info === null || info === undefined ? '' : JSON.stringify(info, null, 2)
