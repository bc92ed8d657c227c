/**
 * A dialog: a short task that must end. The browser's own modal dialog, so focus, `Esc` and what lies behind are its
 * business. Below 600 px it fills the screen.
 */

import './dialog.css'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { focusFirstError } from '../field/focus-first-error.ts'
import { focusInto } from '../overlay/focus.ts'
import { useLayer } from '../overlay/layers.ts'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 480 | 640 | 860
  /** Buttons, at the right end. */
  readonly footer?: ReactNode
  /** Under the title, such as a stepper. */
  readonly header?: ReactNode
  /** Beside the cross: a button that shows help. */
  readonly help?: ReactNode
  /** Given: the content is a form, and this is what `Enter` or the submit button does. */
  readonly onSubmit?: () => void
  /** No cross, no `Esc`: the task cannot be left. */
  readonly isLocked?: boolean
  /** Without padding around the content. */
  readonly isFlush?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  readonly className?: string
  readonly children: ReactNode
}

export function Dialog({
  title,
  onClose,
  size = 480,
  footer,
  header,
  help,
  onSubmit,
  isLocked = false,
  isFlush = false,
  role = 'dialog',
  className,
  children,
}: DialogProps) {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useEffectEvent(() => {
    if (!isLocked) onClose()
  })
  useLayer(true, () => close())

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    focusInto(dialog.querySelector<HTMLElement>('.sd-dialog-main') ?? dialog)
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  const main = (
    <>
      <div className="sd-dialog-body" data-flush={isFlush || undefined}>
        {children}
      </div>
      {footer && <div className="sd-dialog-footer">{footer}</div>}
    </>
  )

  function submit(event?: FormEvent) {
    event?.preventDefault()
    event?.stopPropagation()
    onSubmit?.()
    focusFirstError(element.current)
  }

  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      className={`sd-dialog${className ? ` ${className}` : ''}`}
      data-size={size}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSubmit) {
          event.preventDefault()
          submit()
        }
        // What is typed in a dialog is none of the page's shortcuts.
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    >
      <div className="sd-dialog-head">
        <h2 id={titleId}>{title}</h2>
        {help}
        {!isLocked && role !== 'alertdialog' && (
          <IconButton label={t('ui.close')} icon={<X size={18} strokeWidth={1.75} />} onClick={onClose} />
        )}
      </div>
      {header}
      {onSubmit ? (
        <form className="sd-dialog-main" noValidate onSubmit={submit}>
          {main}
        </form>
      ) : (
        <div className="sd-dialog-main">{main}</div>
      )}
    </dialog>
  )
}
