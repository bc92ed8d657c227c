/**
 * Form field for the body of a JavaScript function. Shows the function's first and last line and offers its arguments
 * while typing.
 *
 * Syntax errors and undefined names are faults; unused names are hints. With `samples`, the body also runs in a
 * sandbox, with each sample until one doesn't throw, and the type of the returned value is compared with `resultType`.
 */

import { type ReactNode, useMemo, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'
import { type CodeFault, faultAt } from './code-fault.ts'
import { runScript } from './run-script.ts'
import { outcomeFault, type ScriptResultType, type ScriptRunner } from './script-outcome.ts'

export interface ScriptEditorProps
  extends Omit<
    CodeEditorProps,
    'language' | 'check' | 'completions' | 'knownNames' | 'opening' | 'closing' | 'onFaults'
  > {
  /** Name in the displayed function head. */
  readonly functionName: string
  readonly argNames: readonly string[]
  /** Expected type of the returned value; default `nocheck`. */
  readonly resultType?: ScriptResultType
  readonly samples?: readonly (readonly unknown[])[]
  /** Available global names, in addition to the arguments. */
  readonly globals?: readonly string[]
  /** Undefined names are not reported. */
  readonly allowsUnknownNames?: boolean
  /** Called after each check; true if the script has no faults other than hints. */
  readonly onValid?: (isValid: boolean) => void
  /** Shown next to the label, such as a button for the help page. */
  readonly aside?: ReactNode
  /** Replaces the sandbox in tests. */
  readonly run?: ScriptRunner
}

export function ScriptEditor({
  functionName,
  argNames,
  resultType = 'nocheck',
  samples,
  globals = noNames,
  allowsUnknownNames = false,
  onValid,
  run = runScript,
  ...rest
}: ScriptEditorProps) {
  const t = useText()
  const names = useMemo(() => [...argNames, ...globals], [argNames, globals])
  /** Cached result of the last run, since checks are more frequent than changes of the text. */
  const lastRun = useRef<{ text: string; fault: string | undefined } | null>(null)

  const check = useMemo(() => {
    if (!samples || resultType === 'nocheck') return undefined
    return async (text: string, ofLanguage: readonly CodeFault[]): Promise<readonly CodeFault[]> => {
      if (text.trim() === '' || ofLanguage.some(({ isHint }) => !isHint)) return ofLanguage
      if (lastRun.current?.text !== text) {
        const outcome = await run({ argNames, body: text, samples })
        lastRun.current = { text, fault: outcomeFault(outcome, resultType, t) }
      }
      const { fault } = lastRun.current
      return fault === undefined ? ofLanguage : [...ofLanguage, faultAt(text, 0, `${text}\n`.indexOf('\n'), fault)]
    }
  }, [argNames, samples, resultType, run, t])

  return (
    <CodeEditor
      {...rest}
      language="javascript"
      opening={`function ${functionName}(${argNames.join(', ')}) {`}
      closing="}"
      completions={names}
      knownNames={allowsUnknownNames ? undefined : names}
      check={check}
      onFaults={(faults) => onValid?.(faults.every(({ isHint }) => isHint === true))}
    />
  )
}

const noNames: readonly string[] = []
