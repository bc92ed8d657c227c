/**
 * Dialog for a short task. It is a native modal `<dialog>`, so the browser handles focus, `Esc` and the inert page
 * behind it. Below 600 px it fills the screen. `Esc` and the close button ask before discarding a form with input.
 */

import './dialog.css'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { focusFirstError } from '../field/focus-first-error.ts'
import { focusInto } from '../overlay/focus.ts'
import { useLayer } from '../overlay/layers.ts'
import { createTypedInput } from './typed-input.ts'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 480 | 640 | 860
  /** Buttons at the right end of the footer. */
  readonly footer?: ReactNode
  /** Content below the title, such as a stepper. */
  readonly header?: ReactNode
  /** Help button next to the close button. */
  readonly help?: ReactNode
  /**
   * Makes the content a form, submitted by `Enter` or the submit button. Absent: closing never asks for confirmation.
   */
  readonly onSubmit?: () => void
  /** Something changed that no field shows, such as a removed item: closing asks for confirmation. */
  readonly isChanged?: boolean
  /** Disables `Esc` and hides the close button: the user can't leave the task. */
  readonly isLocked?: boolean
  /** Removes the padding around the content. */
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
  isChanged = false,
  isLocked = false,
  isFlush = false,
  role = 'dialog',
  className,
  children,
}: DialogProps) {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [typed] = useState(createTypedInput)
  const [asks, setAsks] = useState(false)
  /** Closes by `Esc` or the close button, which are easily pressed by mistake. */
  const close = () => {
    if (isLocked) return
    if (onSubmit && (typed.isAny || isChanged)) setAsks(true)
    else onClose()
  }
  useLayer(true, close)

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

  const dialog = (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      className={`sd-modal sd-dialog${className ? ` ${className}` : ''}`}
      data-size={size}
      onCancel={(event) => event.preventDefault()}
      onFocus={(event) => typed.reached(event.target)}
      onInput={(event) => typed.entered(event.target)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSubmit) {
          event.preventDefault()
          submit()
        }
        // Keys typed in a dialog must not trigger the page's shortcuts.
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    >
      <div className="sd-dialog-head">
        <h2 id={titleId}>{title}</h2>
        {help}
        {!isLocked && role !== 'alertdialog' && (
          <IconButton label={t('ui.close')} icon={<X size={18} strokeWidth={1.75} />} onClick={close} />
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

  return (
    <>
      {dialog}
      {asks && (
        <Dialog
          title={t('ui.discardTitle')}
          role="alertdialog"
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button kind="plain" data-autofocus onClick={() => setAsks(false)}>
                {t('ui.keepEditing')}
              </Button>
              <Button kind="danger" onClick={onClose}>
                {t('ui.discardChanges')}
              </Button>
            </>
          }
        >
          <p className="sd-text-2">{t('ui.discardText')}</p>
        </Dialog>
      )}
    </>
  )
}
