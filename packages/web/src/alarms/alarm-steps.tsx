/**
 * Keyboard shortcuts of an alarm's details: `J` and `K` open the next or previous alarm, `A` acknowledges, `C` clears.
 * Next to the list, ↓ and ↑ step too.
 */

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { EntitySteps } from '../entity-pages/use-open-entity.ts'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { isSingleKey, isTyping } from '../ui/shortcuts/shortcuts.ts'

/** Layers that handle keys themselves. */
const layers = 'dialog, [role="dialog"], [role="menu"], [role="listbox"]'
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/**
 * Runs the handler of a key pressed in the layer that contains `element`; undefined: no action for the key. Next to a
 * list, these are all keys on the page, except those of a focused row, which acts for itself.
 */
export function useDetailsKeys(
  element: { readonly current: Element | null },
  keys: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const dialog = element.current?.closest('dialog') ?? null
    if (!(target instanceof Element) || target.closest(layers) !== dialog) return
    if (dialog === null && (target.closest('[data-row]') || document.querySelector('dialog[open]'))) return
    const [, run] = Object.entries(keys).find(([key]) => isSingleKey(event, key)) ?? []
    if (!run) return
    event.preventDefault()
    run()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // In the capture phase, before a dialog stops the propagation of keys to the page.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}

/** ↑ and ↓, as far as no component handles them itself: those stop the event before it arrives here. */
function useArrowSteps({ openPrevious, openNext }: EntitySteps, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = event.key === 'ArrowUp' ? openPrevious : event.key === 'ArrowDown' ? openNext : undefined
    const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)
    if (!run || isOther || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}

/** Previous and next buttons. `withArrows`: next to the list, whose arrow keys step through the alarms too. */
export function StepButtons({ withArrows, ...steps }: EntitySteps & { readonly withArrows: boolean }) {
  const t = useText()
  const { openPrevious, openNext } = steps
  const element = useRef<HTMLSpanElement>(null)
  useDetailsKeys(element, { k: openPrevious, j: openNext })
  useArrowSteps(steps, withArrows)

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
