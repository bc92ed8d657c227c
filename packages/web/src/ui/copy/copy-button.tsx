/** Copies a text and confirms it for 1.5 s. */

import './code-block.css'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'

const feedbackMs = 1500

/**
 * Copies a text to the clipboard; false if that failed. Falls back to `execCommand` on pages without a secure context.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Permission denied or no secure context: copy the selection of a hidden field instead.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sd-hidden-text'
  const host = document.activeElement?.closest('dialog') ?? document.body
  host.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isCopied,
    copy(text) {
      void copyText(text).then((done) => {
        setCopied(done)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(false), feedbackMs)
      })
    },
  }
}

export function CopyIconButton({ text, label }: { text: string; label?: string }) {
  const t = useText()
  const { isCopied, copy } = useCopy()
  return (
    <IconButton
      label={isCopied ? t('ui.copied') : (label ?? t('ui.copy'))}
      size="sm"
      className="sd-copy"
      data-copied={isCopied || undefined}
      icon={isCopied ? <Check size={16} /> : <Copy size={16} />}
      onClick={() => copy(text)}
    />
  )
}
