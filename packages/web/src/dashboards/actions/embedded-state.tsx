/** A state of the open dashboard within another one: in a dialog, a popover or a widget. */

import './actions.css'
import { type EmbeddedLook, embeddedConfiguration } from '@sonde/model/dashboards/actions/embedded-state'
import { encodeStates, type StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { useContext, useMemo, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { EmbedContext } from './action-context.ts'

/** A state that contains itself would never end. */
const depthMax = 3

interface EmbeddedStateProps {
  readonly entry: StateEntry
  readonly hidesToolbar: boolean
  readonly look: EmbeddedLook
}

/** Shows the state with a stack of its own: what opens in it stays in it, until `entry` changes. */
export function EmbeddedState({ entry, hidesToolbar, look }: EmbeddedStateProps) {
  const t = useText()
  const around = useContext(EmbedContext)
  const { isAutoFilled, margin, backgroundColor } = look
  const whole = around?.configuration
  const configuration = useMemo(
    () => whole && embeddedConfiguration(whole, entry.id ?? '', { isAutoFilled, margin, backgroundColor }),
    [whole, entry.id, isAutoFilled, margin, backgroundColor],
  )
  const start = encodeStates([entry])
  const [opened, setOpened] = useState<{ readonly from: string; readonly states: readonly StateEntry[] } | null>(null)
  const states = useMemo(() => (opened?.from === start ? opened.states : [entry]), [opened, start, entry])

  if (!around) return null
  if (!configuration) return <Message text={t('dashboards.actionState', { state: entry.id ?? '' })} />
  if (around.depth >= depthMax) return <Message text={t('dashboards.embeddedTooDeep')} />
  return (
    <div className="db-embedded">
      {around.render({
        configuration,
        states,
        onStates: (next) => setOpened({ from: start, states: next }),
        hidesToolbar,
      })}
    </div>
  )
}

const Message = ({ text }: { readonly text: string }) => (
  <div className="widget-state">
    <p>{text}</p>
  </div>
)
