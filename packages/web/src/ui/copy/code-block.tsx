/** Block of text with a copy button, such as a command or a response. */

import type { ReactNode } from 'react'
import { CopyIconButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly text: string
  /** The same text with colors. */
  readonly children?: ReactNode
}

export function CodeBlock({ text, children }: CodeBlockProps) {
  return (
    <div className="sd-code">
      <pre>{children ?? text}</pre>
      <CopyIconButton text={text} />
    </div>
  )
}
