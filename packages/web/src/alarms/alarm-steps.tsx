/**
 * Keyboard shortcuts of an alarm's details: `J` and `K` open the next or previous alarm, `A` acknowledges, `C` clears.
 */

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { isSingleKey } from '../ui/shortcuts/shortcuts.ts'

export interface AlarmSteps {
  /** Undefined if this page of the list has no such alarm. */
  readonly openPrevious: (() => void) | undefined
  readonly openNext: (() => void) | undefined
}

/** Layers that handle keys themselves. */
const layers = 'dialog, [role="dialog"], [role="menu"], [role="listbox"]'
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Runs the handler of a key pressed in the dialog that contains `element`; undefined: no action for the key. */
export function useDialogKeys(
  element: { readonly current: Element | null },
  keys: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest(layers) !== element.current?.closest('dialog')) return
    const [, run] = Object.entries(keys).find(([key]) => isSingleKey(event, key)) ?? []
    if (!run) return
    event.preventDefault()
    run()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // In the capture phase, before the dialog stops the propagation of keys to the page.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}

/** Previous and next buttons for the dialog's header. */
export function StepButtons({ openPrevious, openNext }: AlarmSteps) {
  const t = useText()
  const element = useRef<HTMLSpanElement>(null)
  useDialogKeys(element, { k: openPrevious, j: openNext })

  // `aria-disabled` instead of `disabled` at the ends of the list, so that the pressed button keeps the focus.
  return (
    <span ref={element} className="sd-alarm-steps">
      <IconButton
        label={t('ui.previousItem')}
        shortcut="K"
        aria-disabled={openPrevious === undefined}
        icon={<ArrowUp {...icon} />}
        onClick={openPrevious}
      />
      <IconButton
        label={t('ui.nextItem')}
        shortcut="J"
        aria-disabled={openNext === undefined}
        icon={<ArrowDown {...icon} />}
        onClick={openNext}
      />
    </span>
  )
}
