/** Details of a dead letter: why it was set aside, where a replay starts, and the message. */

import type { EntitySteps } from '../../entity-pages/use-open-entity.ts'
import './dead-letters.css'
import type { DeadLetter, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import { messageTypeLabel } from '@sonde/model/rule-chains/message-types'
import { MailX } from 'lucide-react'
import { ActionRow } from '../../entities/action-row.tsx'
import { IdFact } from '../../entities/entity-facts.tsx'
import { EntityKind } from '../../entities/entity-kind.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { prettyText } from '../../events/event-body.ts'
import { useText } from '../../locale/use-text.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { deadLetterName } from './dead-letter-calls.ts'
import { OriginatorLink } from './originator-link.tsx'

interface DeadLetterDetailsProps {
  readonly letter: DeadLetterMessage
  readonly actions: readonly EntityAction<DeadLetter>[]
  readonly isSystem: boolean
  readonly onClose: () => void
  readonly steps?: EntitySteps
}

export function DeadLetterDetails({ letter, actions, isSystem, onClose, steps }: DeadLetterDetailsProps) {
  const t = useText()
  return (
    <EntityDetails<DeadLetterMessage>
      description={{
        nameOf: deadLetterName,
        kindOf: () => t('deadLetters.kind'),
        icon: <MailX size={14} strokeWidth={2} aria-hidden />,
        status: ({ reason }) => <span>{reason}</span>,
        actions,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => (
              <div className="sd-tab-body">
                <ActionRow row={row} actions={actions} />
                <DeadLetterFacts letter={row} isSystem={isSystem} />
                <Part title={t('deadLetters.metadata')} text={prettyText(JSON.stringify(row.metadata), true)} />
                {/* Last, because it can be long. */}
                <Part title={t('deadLetters.data')} text={prettyText(row.data)} />
              </div>
            ),
          },
        ],
      }}
      row={letter}
      onClose={onClose}
      steps={steps}
    />
  )
}

const Part = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <section className="sd-letter-part">
    <h3>{title}</h3>
    <CodeBlock text={text} />
  </section>
)

/** Label of a type, followed by the name that rules and the API use. */
function MessageType({ type }: { readonly type: string }) {
  const label = messageTypeLabel(type)
  return label === type ? (
    type
  ) : (
    <span>
      {label} <span className="sd-mono sd-text-3">{type}</span>
    </span>
  )
}

function DeadLetterFacts({ letter, isSystem }: { readonly letter: DeadLetterMessage; readonly isSystem: boolean }) {
  const t = useText()
  const format = useFormat()
  const { id, tenantId, tenantName, originator, ruleChainId, ruleChainName, ruleNodeId, ruleNodeName } = letter
  return (
    <dl className="sd-facts">
      <dt>{t('deadLetters.time')}</dt>
      <dd className="sd-num">{format.dateTime(letter.createdTime)}</dd>
      <dt>{t('deadLetters.accepted')}</dt>
      <dd className="sd-num">{format.dateTime(letter.messageTs)}</dd>
      <dt>{t('deadLetters.originator')}</dt>
      <dd>
        <OriginatorLink letter={letter} />
        <span className="sd-xs sd-text-3">
          <EntityKind entityType={originator.entityType} />
        </span>
      </dd>
      {isSystem && (
        <>
          <dt>{t('deadLetters.tenant')}</dt>
          <dd>
            <EntityLink id={tenantId} name={tenantName ?? tenantId.id} />
          </dd>
        </>
      )}
      <dt>{t('deadLetters.messageType')}</dt>
      <dd>
        <MessageType type={letter.messageType} />
      </dd>
      <dt>{t('deadLetters.size')}</dt>
      <dd className="sd-num">{fileSize(letter.size, t, format)}</dd>
      <dt>{t('deadLetters.queue')}</dt>
      <dd>{letter.queueName}</dd>
      <dt>{t('deadLetters.ruleChain')}</dt>
      <dd>
        {ruleChainId === null ? (
          t('deadLetters.rootRuleChain')
        ) : ruleChainName === null ? (
          <span className="sd-mono">{ruleChainId.id}</span>
        ) : (
          <EntityLink id={ruleChainId} name={ruleChainName} />
        )}
      </dd>
      {ruleNodeId && (
        <>
          <dt>{t('deadLetters.ruleNode')}</dt>
          <dd>{ruleNodeName ?? <span className="sd-mono">{ruleNodeId.id}</span>}</dd>
        </>
      )}
      <IdFact id={id} />
    </dl>
  )
}
