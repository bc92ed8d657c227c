/** Text of a field that is stored only if it is valid; an invalid text stays in the field, with its error. */

import { useState } from 'react'

interface DraftProps {
  readonly stored: string
  readonly errorOf: (text: string) => string | undefined
  readonly store: (text: string) => void
}

export function useDraft({ stored, errorOf, store }: DraftProps) {
  /** `over`: the stored text that the draft replaces in the field; any other is newer, such as after an undo. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string } | null>(null)
  const value = draft?.over === stored ? draft.text : stored
  return {
    value,
    error: errorOf(value),
    onChange(text: string) {
      const isValid = errorOf(text) === undefined
      setDraft({ text, over: isValid ? text : stored })
      if (isValid) store(text)
    },
  }
}
