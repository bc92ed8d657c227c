/** Details of a persistent RPC call: state, times, parameters and response. */

import type { Rpc } from '@sonde/model/rpc/rpc'
import { RefreshCcw } from 'lucide-react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { CopyIconButton } from '../ui/copy/copy-button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { CallState } from './persistent-rpc-table.tsx'

interface PersistentCallDialogProps {
  readonly call: Rpc
  readonly onClose: () => void
  readonly onRetry: (call: Rpc) => void
}

export function PersistentCallDialog({ call, onClose, onRetry }: PersistentCallDialogProps) {
  const t = useText()
  const format = useFormat()
  const { request, createdTime, expirationTime, response } = call
  return (
    <Dialog
      title={t('rpcCalls.detailsTitle', { method: request.body.method })}
      help={<HelpButton page="devices/commands" />}
      size={640}
      onClose={onClose}
      footer={
        <>
          <Button icon={<RefreshCcw size={16} strokeWidth={2} aria-hidden />} onClick={() => onRetry(call)}>
            {t('rpcCalls.retry')}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <dl className="sd-facts">
        <dt>{t('rpcCalls.status')}</dt>
        <dd>
          <CallState call={call} context={{ t }} />
        </dd>
        <dt>{t('devices.rpcWay')}</dt>
        <dd>{t(request.oneway ? 'devices.rpcOneway' : 'devices.rpcTwoway')}</dd>
        <dt>{t('rpcCalls.created')}</dt>
        <dd className="sd-num">{format.dateTime(createdTime)}</dd>
        <dt>{t('rpcCalls.expires')}</dt>
        <dd className="sd-num">{format.dateTime(expirationTime)}</dd>
        <dt>{t('devices.rpcRetries')}</dt>
        <dd className="sd-num">{request.retries ?? t('ui.none')}</dd>
        <dt>{t('rpcCalls.id')}</dt>
        <dd className="sd-mono">
          {call.id.id} <CopyIconButton text={call.id.id} />
        </dd>
      </dl>
      <section>
        <h3 className="sd-dialog-section">{t('devices.rpcParams')}</h3>
        <CodeBlock text={request.body.params} />
      </section>
      {response !== null && response !== undefined && (
        <section>
          <h3 className="sd-dialog-section">{t('rpcCalls.response')}</h3>
          <CodeBlock text={JSON.stringify(response, null, 2)} />
        </section>
      )}
    </Dialog>
  )
}
