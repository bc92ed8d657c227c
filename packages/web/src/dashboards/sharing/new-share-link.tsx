/** Form that creates a share link, and the link: it is shown only once, because the server keeps no copy of its key. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { type NewShareLink, shareLinkMsMax } from '@sonde/model/dashboards/share-link'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { formatWindow } from '../../time-windows/time-window-words.ts'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'
import { Button } from '../../ui/button/button.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { CheckField, Select, TextField } from '../../ui/field/text-field.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { LinkLine } from '../../ui/share/share-link.tsx'
import { useShareLinkCalls } from './use-share-link-calls.ts'
import { frameCodeOf, shareLinkOf } from './view-link.ts'

const hourMs = 3_600_000
const lengths = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const
type Ends = keyof typeof lengths | 'own'

interface NewShareLinkFormProps {
  readonly dashboard: Dashboard
  /** Time window of the dashboard as the user sees it. */
  readonly window: TimeWindow
  readonly canEmbed: boolean
  readonly onCreated: () => void
}

export function NewShareLinkForm({ dashboard, window: timeWindow, canEmbed, onCreated }: NewShareLinkFormProps) {
  const t = useText()
  const format = useFormat()
  const calls = useShareLinkCalls()
  const windowContext = useWindowContext()
  const customers = dashboard.assignedCustomers ?? []
  const initialCustomer = customers.find((customer) => customer.public) ?? customers[0]
  const [name, setName] = useState('')
  const [customerId, setCustomerId] = useState(initialCustomer?.customerId.id ?? '')
  const [ends, setEnds] = useState<Ends>('day')
  const [ownEnd, setOwnEnd] = useState<number | null>(null)
  const [hasWindow, setHasWindow] = useState(false)
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState<NewShareLink | null>(null)
  const sending = useSubmit()
  const zone = browserZone()
  const { nowMs } = windowContext()
  const isNameMissing = name.trim() === ''
  const isEndMissing = ends === 'own' && ownEnd === null

  if (customers.length === 0) return <p className="sd-text-2">{t('dashboardSharing.assignFirst')}</p>
  if (made) {
    const link = shareLinkOf({
      origin: location.origin,
      dashboardId: dashboard.id.id,
      key: made.key,
      window: hasWindow ? timeWindow : null,
      browserZone: zone,
    })
    return (
      <MadeLink
        name={made.link.name}
        link={link}
        frameCode={canEmbed ? frameCodeOf(link, dashboard.title) : null}
        onAnother={() => {
          setMade(null)
          setName('')
          setTried(false)
        }}
      />
    )
  }

  async function create() {
    setTried(true)
    if (isNameMissing || isEndMissing) return
    await sending.submit(async () => {
      const endTime = ends === 'own' ? (ownEnd ?? 0) : windowContext().nowMs + lengths[ends]
      setMade(
        await calls.createShareLink(
          dashboard.id.id,
          { name: name.trim(), customerId, endTime },
          { ignoreErrors: true },
        ),
      )
      onCreated()
    })
  }

  return (
    <div className="sd-form">
      <FormError text={sending.failure} />
      <TextField
        label={t('dashboardSharing.name')}
        value={name}
        onChange={setName}
        maxLength={255}
        placeholder={t('dashboardSharing.nameExample')}
        error={isTried && isNameMissing ? t('dashboardSharing.nameMissing') : undefined}
      />
      <Select
        label={t('dashboardSharing.customer')}
        help={t('dashboardSharing.customerHelp')}
        value={customerId}
        options={customers.map((customer) => ({ value: customer.customerId.id, label: customer.title }))}
        onChange={setCustomerId}
      />
      <Select
        label={t('dashboardSharing.ends')}
        value={ends}
        options={[
          { value: 'hour', label: t('dashboardSharing.inHour') },
          { value: 'day', label: t('dashboardSharing.inDay') },
          { value: 'week', label: t('dashboardSharing.inWeek') },
          { value: 'month', label: t('dashboardSharing.inMonth') },
          { value: 'own', label: t('dashboardSharing.ownTime') },
        ]}
        onChange={setEnds}
      />
      {ends === 'own' && (
        <DateTimeField
          label={t('dashboardSharing.endTime')}
          value={ownEnd}
          onChange={setOwnEnd}
          min={nowMs}
          max={nowMs + shareLinkMsMax}
          isTouched={isTried}
        />
      )}
      <CheckField
        label={t('dashboardSharing.startWithWindow', { window: formatWindow(timeWindow, zone, t, format) })}
        help={t('dashboardSharing.startWithWindowHelp')}
        isChecked={hasWindow}
        onChange={setHasWindow}
      />
      <div>
        <Button kind="filled" busy={sending.isBusy} onClick={() => void create()}>
          {t('dashboardSharing.create')}
        </Button>
      </div>
    </div>
  )
}

interface MadeLinkProps {
  readonly name: string
  readonly link: string
  /** HTML for other sites; null: they may not show the link. */
  readonly frameCode: string | null
  readonly onAnother: () => void
}

function MadeLink({ name, link, frameCode, onAnother }: MadeLinkProps) {
  const t = useText()
  const note = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => note.current?.focus(), [])
  return (
    <div className="sd-form">
      <p ref={note} tabIndex={-1}>
        {t('dashboardSharing.copyNow')}
      </p>
      <LinkLine label={t('dashboardSharing.linkNamed', { name })} link={link} />
      {frameCode === null ? (
        <p className="sd-field-note">{t('dashboardSharing.noEmbedding')}</p>
      ) : (
        <>
          <p className="sd-text-2">{t('dashboardSharing.embed')}</p>
          <CodeBlock text={frameCode} />
        </>
      )}
      <div>
        <Button kind="outlined" onClick={onAnother}>
          {t('dashboardSharing.another')}
        </Button>
      </div>
    </div>
  )
}
