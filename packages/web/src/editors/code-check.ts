/** Finds what is wrong with a text by the rules of its language, in words. */

import { ProtoSchemaError, parseProtoSchema } from '@sonde/model/device-profiles/proto-schema'
import type { Translate } from '../locale/texts.ts'
import { type CodeFault, faultAt } from './code-fault.ts'
import type { CodeLanguage } from './code-language.ts'
import { readJsonText } from './json-text.ts'
import { nameFaults } from './script-names.ts'

/** A tree of the text as CodeMirror has it, as far as its broken places are asked for. */
interface SyntaxTree {
  iterate(spec: { enter(node: { type: { isError: boolean; name: string }; from: number; to: number }): void }): void
}

/** More marks than these help nobody. */
const faultsMax = 20

/** An empty text has no faults here: whether one is needed is the form's business. */
export function codeFaults(
  language: CodeLanguage,
  text: string,
  tree: SyntaxTree | null,
  t: Translate,
  /** Of a script: what it may name besides what it makes itself. Absent: names are not looked at. */
  knownNames?: readonly string[],
): CodeFault[] {
  if (text.trim() === '') return []
  if (language === 'json') return jsonFaults(text, t)
  if (language === 'protobuf') return protobufFaults(text, t)
  if ((language === 'javascript' || language === 'css') && tree) {
    const broken = treeFaults(text, tree, t)
    // In a broken text names are not what they look like.
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
    // Its first word in quotes is what stands in the way, a long one cut; where it stands first is marked.
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
      // One mark a line: what is broken once makes the rest of the line look broken.
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

/** As a form shows it below a field: with its place. */
export const faultText = ({ line, column, message }: CodeFault, t: Translate): string =>
  t('editors.faultAt', { line, column, message })
