/** Stack of visible toasts, at the bottom left of the content. Pointer or focus on a toast pauses its timeout. */

import './toast.css'
import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { useFocusReturn } from '../overlay/focus-back.ts'
import { hideFromTop, showOnTop } from '../overlay/top-layer.ts'
import type { ToastEntry, ToastKind, Toasts } from './toasts.ts'

const ToastContext = createContext<Toasts | null>(null)
export const ToastProvider = ToastContext

export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts is called outside of ToastProvider.')
  return toasts
}

const icons: Record<ToastKind, typeof Info> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: OctagonAlert,
}

export function ToastStack() {
  const toasts = useToasts()
  const entries = useSyncExternalStore(toasts.subscribe, toasts.entries)
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = region.current
    // Repeated for each toast, so that the stack covers dialogs opened since.
    if (!element) return
    if (entries.length > 0) showOnTop(element)
    else hideFromTop(element)
  }, [entries])

  return (
    <div ref={region} className="sd-toasts" popover="manual">
      {entries.map((entry) => (
        <Toast key={entry.id} entry={entry} onDismiss={(byAction) => toasts.dismiss(entry.id, byAction)} />
      ))}
    </div>
  )
}

function Toast({ entry, onDismiss }: { entry: ToastEntry; onDismiss: (byAction: boolean) => void }) {
  const t = useText()
  const [isHeld, setHeld] = useState(false)
  const dismiss = useRef(onDismiss)
  dismiss.current = onDismiss
  const element = useRef<HTMLDivElement>(null)
  useFocusReturn(element)
  useEffect(() => {
    if (isHeld || entry.durationMs === undefined) return
    const timer = setTimeout(() => dismiss.current(false), entry.durationMs)
    return () => clearTimeout(timer)
  }, [isHeld, entry.durationMs])

  const Icon = icons[entry.kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer or the focus on it only holds its time
    <div
      ref={element}
      className="sd-toast"
      data-kind={entry.kind}
      data-spoken={entry.isSpoken || undefined}
      role={entry.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className="sd-toast-text">{entry.text}</span>
      {entry.action && (
        <button
          type="button"
          className="sd-toast-action"
          onClick={() => {
            onDismiss(true)
            entry.action?.onSelect()
          }}
        >
          {entry.action.label}
        </button>
      )}
      <IconButton label={t('ui.close')} size="sm" icon={<X size={16} />} onClick={() => onDismiss(false)} />
    </div>
  )
}
