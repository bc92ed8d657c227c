import { NIL_UUID } from '@sonde/model/ids'
import { type ReactNode, useState } from 'react'
import { DashboardPicker } from '../entities/dashboard-picker.tsx'
import { DashboardSelect } from '../entities/dashboard-select.tsx'
import { EntityKeysField } from '../entities/entity-keys-field.tsx'
import { EntityListPicker, EntityPicker, type PickedEntity } from '../entities/entity-picker.tsx'
import { EntitySelect, type SelectableType, type SelectedEntity } from '../entities/entity-select.tsx'
import { EntitySubtypeField, EntitySubtypeListField } from '../entities/entity-subtype-field.tsx'
import { EntityTypeField, EntityTypeListField } from '../entities/entity-type-field.tsx'
import { type Gateway, GatewayField } from '../entities/gateway-field.tsx'
import { OtaPackageField } from '../ota-packages/ota-package-field.tsx'
import { QueueField } from '../queues/queue-field.tsx'
import { RelationTypeField } from '../relations/relation-type-field.tsx'
import { MessageTypeField } from '../rule-chains/message-type-field.tsx'
import type { Story } from '../ui/story.ts'

const device = { entityType: 'DEVICE', id: '6f8d5ad0-0000-4000-8000-000000000001' } as const

function Held<T>({ initial, children }: { initial: T; children: (value: T, set: (value: T) => void) => ReactNode }) {
  const [value, set] = useState(initial)
  return <>{children(value, set)}</>
}

function Entities() {
  const [type, setType] = useState<SelectableType>('DEVICE')
  const [selected, setSelected] = useState<SelectedEntity | null>(null)
  return (
    <div className="sd-form">
      <Held<PickedEntity | null> initial={{ id: device, name: '' }}>
        {(value, set) => <EntityPicker label="Device" entityType="DEVICE" value={value} onChange={set} isOptional />}
      </Held>
      <Held<readonly PickedEntity[]> initial={[{ id: device, name: 'Pump P-03' }]}>
        {(values, set) => <EntityListPicker label="Devices" entityType="DEVICE" values={values} onChange={set} />}
      </Held>
      <EntitySelect
        types={['DEVICE', 'ASSET', 'CURRENT_USER_OWNER']}
        type={type}
        onType={setType}
        value={selected}
        onChange={setSelected}
      />
      <Held initial="">
        {(value, set) => <DashboardPicker label="Dashboard" of={{ kind: 'ownTenant' }} value={value} onChange={set} />}
      </Held>
      <Held<string> initial={device.id}>
        {(value, set) => <DashboardSelect of={{ kind: 'ownTenant' }} value={value} onChange={set} />}
      </Held>
      <Held<Gateway | null> initial={null}>
        {(value, set) => <GatewayField value={value} onChange={set} deviceName="Gateway G-02" />}
      </Held>
    </div>
  )
}

function Types() {
  return (
    <div className="sd-form">
      <EntityTypeField types={['DEVICE', 'ASSET']} value={null} onChange={() => {}} isTouched />
      <Held<readonly string[] | null> initial={['DEVICE', 'SOMETHING_NEW']}>
        {(value, set) => <EntityTypeListField types={['DEVICE', 'ASSET', 'EDGE']} value={value} onChange={set} />}
      </Held>
      <Held initial="pump">
        {(value, set) => <EntitySubtypeField entityType="DEVICE" value={value} onChange={set} isTouched />}
      </Held>
      <Held<readonly string[] | null> initial={null}>
        {(value, set) => <EntitySubtypeListField entityType="ASSET" value={value} onChange={set} isTouched />}
      </Held>
      <Held<readonly string[] | null> initial={['level']}>
        {(value, set) => (
          <EntityKeysField label="Telemetry keys" entity={device} of="timeseries" value={value} onChange={set} />
        )}
      </Held>
    </div>
  )
}

function Others() {
  return (
    <div className="sd-form">
      <Held initial="Contains">{(value, set) => <RelationTypeField value={value} onChange={set} />}</Held>
      <Held initial="POST_TELEMETRY_REQUEST">{(value, set) => <MessageTypeField value={value} onChange={set} />}</Held>
      <Held initial="Main">{(value, set) => <QueueField value={value} onChange={set} />}</Held>
      <Held initial="">
        {(value, set) => <OtaPackageField deviceProfileId={NIL_UUID} value={value} onChange={set} isTouched />}
      </Held>
      <OtaPackageField type="SOFTWARE" deviceProfileId={NIL_UUID} value={device.id} onChange={() => {}} isReadOnly />
    </div>
  )
}

const story: Story = {
  id: 'entity-pickers',
  group: 'Pickers',
  title: 'Entities and what belongs to them',
  about:
    'Each searches 150 ms after the last key and offers a page: entities 50, packages 50. Types that a text may make new are taken as typed. The current tenant, customer, user and owner need no entity. A list that cannot be asked for is empty.',
  examples: [
    { name: 'Entities', Example: Entities },
    { name: 'Types and keys', Example: Types },
    { name: 'Relation, message, queue, package', Example: Others },
  ],
}
export default story
