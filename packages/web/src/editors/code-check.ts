/** Checks a text against the rules of its language and describes the faults. */

import { ProtoSchemaError, parseProtoSchema } from '@sonde/model/device-profiles/proto-schema'
import type { Translate } from '../locale/texts.ts'
import { type CodeFault, faultAt } from './code-fault.ts'
import type { CodeLanguage } from './code-language.ts'
import { readJsonText } from './json-text.ts'
import { nameFaults } from './script-names.ts'

/** The part of CodeMirror's syntax tree that is needed to find syntax errors. */
interface SyntaxTree {
  iterate(spec: { enter(node: { type: { isError: boolean; name: string }; from: number; to: number }): void }): void
}

/** Maximum number of reported syntax errors; more would not be useful. */
const faultsMax = 20

/** Faults of a text. An empty text has none: the form checks whether a value is required. */
export function codeFaults(
  language: CodeLanguage,
  text: string,
  tree: SyntaxTree | null,
  t: Translate,
  /** Names that a script may use in addition to those that it declares. Absent: names are not checked. */
  knownNames?: readonly string[],
): CodeFault[] {
  if (text.trim() === '') return []
  if (language === 'json') return jsonFaults(text, t)
  if (language === 'protobuf') return protobufFaults(text, t)
  if ((language === 'javascript' || language === 'css') && tree) {
    const broken = treeFaults(text, tree, t)
    // Names are only checked if there are no syntax errors, since those lead to wrong names.
    return broken.length === 0 && language === 'javascript' && knownNames
      ? nameFaults(text, tree, knownNames, t)
      : broken
  }
  return []
}

export function jsonFaults(text: string, t: Translate): CodeFault[] {
  const read = readJsonText(text)
  if (read.kind === 'read') return []
  const { kind, from, to } = read.fault
  return [faultAt(text, from, to, t(`editors.${kind}`, { text: text.slice(from, to) }))]
}

function protobufFaults(text: string, t: Translate): CodeFault[] {
  try {
    parseProtoSchema(text)
    return []
  } catch (error) {
    if (!(error instanceof ProtoSchemaError)) throw error
    // The first quoted word of the message, shortened if long, is the offending text; marks its first occurrence.
    const word = /"([^"]+?)…?"/.exec(error.message)?.[1]
    const from = word === undefined ? 0 : Math.max(0, text.indexOf(word))
    return [faultAt(text, from, from + (word?.length ?? 1), t('editors.schemaFault', { reason: error.message }))]
  }
}

function treeFaults(text: string, tree: SyntaxTree, t: Translate): CodeFault[] {
  const faults: CodeFault[] = []
  tree.iterate({
    enter({ type, from, to }) {
      if (!type.isError || faults.length >= faultsMax) return
      // One fault per line: the first error often causes others in the rest of the line.
      const found = text.slice(from, to).trim()
      const isEnd = found === '' && text.slice(from).trim() === ''
      const next = found === '' ? (/\S+/.exec(text.slice(from))?.[0] ?? '') : found
      const message = isEnd ? t('editors.endsEarly') : t('editors.unexpected', { text: next.slice(0, 20) })
      const fault = faultAt(text, from, to, message)
      if (faults.at(-1)?.line !== fault.line) faults.push(fault)
    },
  })
  return faults
}

/** Message with line and column, as shown below a form field. */
export const faultText = ({ line, column, message }: CodeFault, t: Translate): string =>
  t('editors.faultAt', { line, column, message })
