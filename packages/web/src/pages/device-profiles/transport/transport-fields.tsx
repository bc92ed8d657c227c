/** Fields for the transport of the profile's devices and its settings. */

import { transportTypes } from '@sonde/model/device-profiles/profile-types'
import { servedProfiles } from '@sonde/model/transports/transports'
import { lazy, Suspense, useMemo, useState } from 'react'
import { PowerFields } from '../../../device-profiles/power-fields.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, Places } from '../../../ui/field/field-places.tsx'
import { FormNote } from '../../../ui/field/form-note.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { Skeleton } from '../../../ui/states/states.tsx'
import type { DeviceProfileFields } from '../profile-fields.tsx'
import { PayloadFields } from './payload-fields.tsx'
import { SnmpFields } from './snmp-fields.tsx'
import { type CoapDraft, type MqttDraft, type TransportDraft, transportErrors } from './transport-input.ts'

// Loaded lazily: the largest and least used form.
const Lwm2mFields = lazy(() => import('./lwm2m-fields.tsx'))

export function TransportFields({ fields: { draft, change, fieldErrors } }: { fields: DeviceProfileFields }) {
  const t = useText()
  const { transport } = draft
  const placeErrors = useMemo(() => transportErrors(transport, t), [transport, t])
  const { transportType } = transport
  const isServed = servedProfiles.has(transportType)
  // A transport that the server doesn't provide is only offered if the profile already has it.
  const [stored] = useState(transportType)
  const offered = transportTypes.filter((type) => servedProfiles.has(type) || type === stored)
  const set = (part: Partial<TransportDraft>) => change({ transport: { ...transport, ...part } })
  return (
    <Places fieldErrors={placeErrors} showsAll={Boolean(fieldErrors.transport)}>
      <Select
        label={t('deviceProfiles.transport')}
        help={t('deviceProfiles.transportHelp')}
        value={transportType}
        options={offered.map((value) => ({ value, label: t(`deviceProfiles.transport_${value}`) }))}
        onChange={(type) => set({ transportType: type })}
      />
      {!isServed && (
        <FormNote
          text={t('deviceProfiles.transportNotServed', { transport: t(`deviceProfiles.transport_${transportType}`) })}
        />
      )}
      {transportType === 'DEFAULT' && <p className="sd-form-empty">{t('deviceProfiles.defaultTransportText')}</p>}
      {transportType === 'MQTT' && <MqttFields mqtt={transport.mqtt} onChange={(mqtt) => set({ mqtt })} />}
      {transportType === 'COAP' && <CoapFields coap={transport.coap} onChange={(coap) => set({ coap })} />}
      {transportType === 'SNMP' && <SnmpFields snmp={transport.snmp} onChange={(snmp) => set({ snmp })} />}
      {transportType === 'LWM2M' && (
        <Suspense fallback={<Skeleton height={34} />}>
          <Lwm2mFields lwm2m={transport.lwm2m} onChange={(lwm2m) => set({ lwm2m })} />
        </Suspense>
      )}
      <CheckField
        label={t('deviceProfiles.keepText')}
        help={t('deviceProfiles.keepTextHelp')}
        isChecked={draft.keepsText}
        onChange={(keepsText) => change({ keepsText })}
      />
    </Places>
  )
}

function MqttFields({ mqtt, onChange }: { mqtt: MqttDraft; onChange: (mqtt: MqttDraft) => void }) {
  const t = useText()
  return (
    <>
      <FieldGroup title={t('deviceProfiles.topics')} text={t('deviceProfiles.topicsText')}>
        <PlacedText
          at="telemetryTopic"
          label={t('deviceProfiles.telemetryTopic')}
          isMono
          value={mqtt.telemetryTopic}
          onChange={(telemetryTopic) => onChange({ ...mqtt, telemetryTopic })}
        />
        <PlacedText
          at="attributesTopic"
          label={t('deviceProfiles.attributesTopic')}
          isMono
          value={mqtt.attributesTopic}
          onChange={(attributesTopic) => onChange({ ...mqtt, attributesTopic })}
        />
      </FieldGroup>
      <PayloadFields payload={mqtt.payload} onChange={(payload) => onChange({ ...mqtt, payload })} hasFlags />
    </>
  )
}

function CoapFields({ coap, onChange }: { coap: CoapDraft; onChange: (coap: CoapDraft) => void }) {
  const t = useText()
  return (
    <>
      <div className="sd-field">
        <span className="sd-field-label">{t('deviceProfiles.coapDevice')}</span>
        <Segmented
          label={t('deviceProfiles.coapDevice')}
          options={[
            { value: 'DEFAULT', label: t('deviceProfiles.coapDefault') },
            { value: 'EFENTO', label: t('deviceProfiles.coapEfento') },
          ]}
          value={coap.isEfento ? 'EFENTO' : 'DEFAULT'}
          onChange={(kind) => onChange({ ...coap, isEfento: kind === 'EFENTO' })}
        />
      </div>
      {coap.isEfento ? (
        <p className="sd-form-empty">{t('deviceProfiles.efentoText')}</p>
      ) : (
        <PayloadFields payload={coap.payload} onChange={(payload) => onChange({ ...coap, payload })} />
      )}
      <PowerFields at="power" power={coap.power} onChange={(power) => onChange({ ...coap, power })} />
    </>
  )
}
