/** Where files are dropped; a button inside opens the browser's own choice, which is the way by keyboard. */

import './drop-area.css'
import { type ReactNode, useRef, useState } from 'react'

interface DropAreaProps {
  /** Accessible name of the hidden input. */
  readonly label: string
  /** At least one; of several where one is wanted, the first counts. */
  readonly onFiles: (files: readonly File[]) => void
  /** As the input has it: endings and media types by commas. */
  readonly accept?: string
  readonly isMany?: boolean
  readonly isDisabled?: boolean
  /** How it looks: a box with what it holds below one another, when absent. */
  readonly className?: string
  /** Draws what is inside; the button calls `choose`. */
  readonly children: (choose: () => void) => ReactNode
}

export function DropArea({
  label,
  onFiles,
  accept,
  isMany = false,
  isDisabled = false,
  className = 'sd-drop',
  children,
}: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function choose(list: FileList | null) {
    const files = [...(list ?? [])]
    if (files.length > 0 && !isDisabled) onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={`sd-drop-area ${className}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files)
      }}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          choose(event.target.files)
          // The same file can be chosen again once it was mended.
          event.target.value = ''
        }}
      />
    </div>
  )
}
