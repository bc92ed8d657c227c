/** Keys of an alarm's details: `J` and `K` open the alarm after or before it, `A` acknowledges it, `C` clears it. */

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { isSingleKey } from '../ui/shortcuts/shortcuts.ts'

export interface AlarmSteps {
  /** undefined where there is none on this page of the list. */
  readonly openPrevious: (() => void) | undefined
  readonly openNext: (() => void) | undefined
}

/** Layers with keys of their own. */
const layers = 'dialog, [role="dialog"], [role="menu"], [role="listbox"]'
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Calls what is under a key that is pressed in the dialog around `element`; undefined: the key does nothing. */
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
    // Before the dialog, which keeps its keys from the page.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}

/** For the head of a dialog. */
export function StepButtons({ openPrevious, openNext }: AlarmSteps) {
  const t = useText()
  const element = useRef<HTMLSpanElement>(null)
  useDialogKeys(element, { k: openPrevious, j: openNext })

  // Not `disabled` at the ends of the list: the button that was pressed keeps the focus.
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
