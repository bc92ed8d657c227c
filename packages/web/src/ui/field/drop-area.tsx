/** Drop target for files. A button inside opens the browser's file picker, for use by keyboard. */

import './drop-area.css'
import { type ReactNode, useRef, useState } from 'react'

interface DropAreaProps {
  /** Accessible name of the hidden input. */
  readonly label: string
  /** Called with at least one file. If several are dropped on an area for one file, the first counts. */
  readonly onFiles: (files: readonly File[]) => void
  /** Value of the input's `accept` attribute: file extensions and media types, separated by commas. */
  readonly accept?: string
  readonly isMany?: boolean
  readonly isDisabled?: boolean
  /** CSS class; default: a box with its content in a column. */
  readonly className?: string
  /** Renders the content; its button calls `choose` to open the file picker. */
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
          // Lets the user choose the same file again, for example after correcting it.
          event.target.value = ''
        }}
      />
    </div>
  )
}
