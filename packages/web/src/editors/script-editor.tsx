/**
 * A field for the body of a JavaScript function: its head and foot are shown, its arguments are offered while typing.
 *
 * What does not compile, and names that nobody knows, are faults; names that are made and not used are hints. With
 * `samples` the body is also run in a sandbox, with the first of them that it does not throw at, and what it returns is
 * compared with `resultType`.
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
  /** As it stands in the head. */
  readonly functionName: string
  readonly argNames: readonly string[]
  /** `nocheck` when absent. */
  readonly resultType?: ScriptResultType
  readonly samples?: readonly (readonly unknown[])[]
  /** Names that the surroundings offer besides the arguments. */
  readonly globals?: readonly string[]
  /** Names that nobody knows are no faults. */
  readonly allowsUnknownNames?: boolean
  /** Whether nothing stands against the script; hints do not. */
  readonly onValid?: (isValid: boolean) => void
  /** Such as the button of its help page. */
  readonly aside?: ReactNode
  /** Another sandbox, for tests. */
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
  /** The last text that was run, and what came of it: marks are asked for more often than texts change. */
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
