/**
 * Form field for JSON: any value or only an object. Errors are shown after the field loses focus, with `isEager` while
 * typing, and with `isTouched` after the form was submitted.
 */

import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'
import { codeIndent } from './code-language.ts'
import { type JsonRules, jsonFault } from './json-fault.ts'

/** Spaces per indent level when an object is formatted. */
const objectIndent = 2

export interface JsonEditorProps
  extends Omit<CodeEditorProps, 'language' | 'check' | 'onFaults' | 'isOptional'>,
    JsonRules {
  readonly isTouched?: boolean
  readonly isEager?: boolean
}

export function JsonEditor({
  isObject,
  isRequired,
  isTouched = false,
  isEager = false,
  error,
  onBlur,
  ...rest
}: JsonEditorProps) {
  const t = useText()
  const [wasLeft, setLeft] = useState(false)
  const fault = isTouched || isEager || wasLeft ? jsonFault(rest.value, { isObject, isRequired }, t) : undefined
  return (
    <CodeEditor
      indent={isObject ? objectIndent : codeIndent}
      {...rest}
      language="json"
      isOptional={!isRequired}
      error={error ?? fault}
      onBlur={() => {
        setLeft(true)
        onBlur?.()
      }}
    />
  )
}
