/** Block of text with a copy button, such as a command or a response. */

import { CopyIconButton } from './copy-button.tsx'

export function CodeBlock({ text }: { text: string }) {
  return (
    <div className="sd-code">
      <pre>{text}</pre>
      <CopyIconButton text={text} />
    </div>
  )
}
