/** Text to be copied: a command, an answer. */

import { CopyIconButton } from './copy-button.tsx'

export function CodeBlock({ text }: { text: string }) {
  return (
    <div className="sd-code">
      <pre>{text}</pre>
      <CopyIconButton text={text} />
    </div>
  )
}
