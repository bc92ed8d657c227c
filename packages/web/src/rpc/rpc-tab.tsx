/** RPC calls of a device: send a call, and list the persistent calls. */

import './rpc.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { PersistentCalls } from './persistent-rpc.tsx'
import { SendCall } from './send-call.tsx'

const parts = ['send', 'persistent'] as const
/** Name of the search parameter. */
const partParam = 'rpc'

export function RpcTab({ deviceId, isActive }: { deviceId: string; isActive: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const part = parts.find((each) => each === search[partParam]) ?? 'send'
  const show = (next: (typeof parts)[number]) =>
    void navigate({ to: '.', search: { ...search, [partParam]: next === 'send' ? undefined : next } })
  const choice = (
    <Segmented
      label={t('rpcCalls.part')}
      size="sm"
      options={parts.map((value) => ({ value, label: t(`rpcCalls.part_${value}`) }))}
      value={part}
      onChange={show}
    />
  )
  return part === 'send' ? (
    <SendCall deviceId={deviceId} isActive={isActive} choice={choice} onStored={() => show('persistent')} />
  ) : (
    <PersistentCalls deviceId={deviceId} choice={choice} onSend={() => show('send')} />
  )
}
