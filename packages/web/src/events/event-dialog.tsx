/** Details of an event: its facts and its formatted content. */

import type { Event, EventType } from '@sonde/model/events/event'
import { isEntityType } from '@sonde/model/ids'
import { EntityLink } from '../entities/entity-link.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { FactsDialog } from '../ui/dialog/facts-dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { eventSucceeded, eventText, prettyText } from './event-body.ts'

interface EventDialogProps {
  readonly event: Event
  readonly kind: EventType
  readonly onClose: () => void
}

const facts = [
  ['server', 'events.server'],
  ['method', 'events.method'],
  ['event', 'events.event'],
  ['type', 'events.direction'],
  ['msgType', 'events.messageType'],
  ['msgId', 'events.messageId'],
  ['relationType', 'events.relationType'],
  ['messagesProcessed', 'events.messagesProcessed'],
  ['errorsOccurred', 'events.errorsOccurred'],
] as const

const contents = [
  ['error', 'events.error'],
  ['message', 'events.message'],
  ['data', 'events.data'],
  ['metadata', 'events.metadata'],
] as const

export function EventDialog({ event, kind, onClose }: EventDialogProps) {
  const t = useText()
  const format = useFormat()
  const aboutType = eventText(event, 'entityName')
  const aboutId = eventText(event, 'entityId')
  return (
    <FactsDialog
      help={<HelpButton page="details/events" />}
      title={t('events.detailsTitle', { kind: t(`events.${kind}`), time: format.dateTime(event.createdTime) })}
      onClose={onClose}
      facts={
        <>
          {facts.map(([field, label]) => {
            const text = eventText(event, field)
            return (
              text !== '' && (
                <div key={field} className="sd-fact">
                  <dt>{t(label)}</dt>
                  <dd className={field === 'msgId' ? 'sd-mono' : 'sd-num'}>{text}</dd>
                </div>
              )
            )
          })}
          {kind === 'LC_EVENT' && (
            <div className="sd-fact">
              <dt>{t('events.status')}</dt>
              <dd>{t(eventSucceeded(event) ? 'events.success' : 'events.failure')}</dd>
            </div>
          )}
          {isEntityType(aboutType) && aboutId !== '' && (
            <div className="sd-fact">
              <dt>{t(`entityTypes.${aboutType}`)}</dt>
              <dd>
                <EntityLink id={{ entityType: aboutType, id: aboutId }} name={aboutId} />
              </dd>
            </div>
          )}
        </>
      }
    >
      {contents.map(([field, label]) => {
        const text = eventText(event, field)
        return (
          text !== '' && (
            <section key={field}>
              <h3 className="sd-dialog-section">{t(label)}</h3>
              <CodeBlock text={prettyText(text, field === 'metadata')} />
            </section>
          )
        )
      })}
    </FactsDialog>
  )
}
