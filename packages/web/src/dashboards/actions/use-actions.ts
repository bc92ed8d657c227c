/** Actions of one dashboard view: runs them, and keeps the dialog and the popover that they open. */

import type { WidgetAction } from '@sonde/model/dashboards/actions/widget-action'
import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import type { OpenDashboard } from '../dashboard-context.tsx'
import type { ActionContextValue } from './action-context.ts'
import { type ActionHost, placeOf } from './action-host.ts'
import { createActiveEntities } from './active-entities.ts'
import type { OpenCodeDialog } from './code-dialog.tsx'
import { runAction } from './run-action.ts'

/** A state in a dialog, or in a popover at the element that was clicked. */
export interface OpenOverlay {
  /** Another one for each opening. */
  readonly id: number
  readonly entry: StateEntry
  readonly action: WidgetAction
  /** Null: a dialog. */
  readonly anchor: HTMLElement | null
  /** The state of the dashboard in which it was opened; it closes with it. */
  readonly over: string | null
}

export interface DashboardActions {
  readonly context: ActionContextValue
  readonly overlay: OpenOverlay | null
  readonly closeOverlay: () => void
  /** Shown by code of an action. */
  readonly dialog: OpenCodeDialog | null
  readonly closeDialog: (isAgreed: boolean) => void
}

interface ActionParts {
  /** Null until the dashboard is open. */
  readonly open: OpenDashboard | null
  readonly configuration: DashboardConfiguration
  readonly stack: readonly StateEntry[]
  readonly onStack: (stack: readonly StateEntry[]) => void
  readonly isSinglePage: boolean
  /** Opens the right layout of the state that opens next. */
  readonly openRightOf: (stateId: string) => void
}

let lastId = 0

export function useActions(parts: ActionParts): DashboardActions {
  const { open, configuration, stack, onStack, isSinglePage, openRightOf } = parts
  const t = useText()
  const toasts = useToasts()
  const router = useRouter()
  const client = useClient()
  const [overlay, setOverlay] = useState<OpenOverlay | null>(null)
  const [dialog, setDialog] = useState<OpenCodeDialog | null>(null)
  const over = stack.at(-1)?.id ?? null

  const showDialog = (next: OpenCodeDialog | null) =>
    setDialog((before) => {
      before?.onClose(false)
      return next
    })

  const host: ActionHost & Pick<ActionContextValue, 'ask'> = {
    configuration,
    stack,
    isSinglePage,
    get search() {
      return router.state.location.search as Readonly<Record<string, unknown>>
    },
    setStack(next, opensRight) {
      setOverlay(null)
      if (opensRight) openRightOf(next.at(-1)?.id ?? '')
      onStack(next)
    },
    showInDialog: (entry, action) => setOverlay({ id: ++lastId, entry, action, anchor: null, over }),
    showInPopover(entry, action, anchor) {
      const isOpen = overlay?.anchor === anchor && overlay.action === action
      setOverlay(isOpen ? null : { id: ++lastId, entry, action, anchor, over })
    },
    openAddress(address, isNewTab) {
      if (isNewTab) window.open(address, '_blank', 'noopener')
      else router.history.push(address)
    },
    reportMissing: (what, id) =>
      toasts.show({
        kind: 'warning',
        text: what === 'state' ? t('dashboards.actionState', { state: id }) : t('dashboards.actionDashboard'),
      }),
    reportFailure: (text) => toasts.show({ kind: 'error', text }),
    async runCode(setting, body, call, args) {
      if (!open) return { kind: 'failed' }
      const { runActionCode } = await import('./action-code.ts')
      return runActionCode(setting, body, call, args, { host, open, client, toasts, t, showDialog })
    },
    async ask(widget, method, args) {
      if (!open) throw new Error('The dashboard isn’t open.')
      const { createAnswers } = await import('./action-code.ts')
      return createAnswers({ title: widget.title, css: '' }, { host, open, client, toasts, t, showDialog })(
        method,
        args,
      )
    },
  }
  const current = useRef(host)
  useLayoutEffect(() => {
    current.current = host
  })

  const context = useMemo(
    (): ActionContextValue => ({
      run: (call) => runAction(call, current.current),
      ask: (...asked) => current.current.ask(...asked),
      place: () => placeOf(current.current),
      active: createActiveEntities(),
    }),
    [],
  )
  return {
    context,
    overlay: overlay?.over === over ? overlay : null,
    closeOverlay: () => setOverlay(null),
    dialog,
    closeDialog(isAgreed) {
      dialog?.onClose(isAgreed)
      setDialog(null)
    },
  }
}
