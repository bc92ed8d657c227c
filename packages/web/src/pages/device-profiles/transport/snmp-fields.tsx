/** Fields for the SNMP requests to devices and the OIDs of each. */

import { Plus, Trash2 } from 'lucide-react'
import { FormCard } from '../../../device-profiles/form-card.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { FieldGroup, LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, PlaceNote, useFieldPath, withItem, withoutItem } from '../../../ui/field/field-places.tsx'
import { Select } from '../../../ui/field/text-field.tsx'
import {
  emptyConfig,
  emptyMapping,
  isQuerying,
  type SnmpConfig,
  type SnmpDraft,
  type SnmpMapping,
  type SnmpSpec,
  snmpDataTypes,
  snmpSpecs,
} from './snmp-input.ts'

export function SnmpFields({ snmp, onChange }: { snmp: SnmpDraft; onChange: (snmp: SnmpDraft) => void }) {
  const t = useText()
  const { configs } = snmp
  const [free] = snmpSpecs.filter((spec) => !configs.some((config) => config.spec === spec))
  return (
    <>
      <div className="sd-form-row">
        <PlacedText
          at="timeoutMs"
          label={t('deviceProfiles.snmpTimeout')}
          inputMode="numeric"
          value={snmp.timeoutMs}
          onChange={(timeoutMs) => onChange({ ...snmp, timeoutMs })}
        />
        <PlacedText
          at="retries"
          label={t('deviceProfiles.snmpRetries')}
          inputMode="numeric"
          value={snmp.retries}
          onChange={(retries) => onChange({ ...snmp, retries })}
        />
      </div>
      <FieldGroup title={t('deviceProfiles.snmpConfigs')} text={t('deviceProfiles.snmpConfigsText')}>
        <div className="sd-form-list">
          {configs.length === 0 && <p className="sd-form-empty">{t('deviceProfiles.noWays')}</p>}
          {configs.map((config) => (
            <WayCard
              key={config.key}
              config={config}
              taken={configs.map(({ spec }) => spec)}
              onChange={(next) => onChange({ ...snmp, configs: withItem(configs, next) })}
              onRemove={() => onChange({ ...snmp, configs: withoutItem(configs, config.key) })}
            />
          ))}
          {free && (
            <Button
              size="sm"
              icon={<Plus size={16} strokeWidth={2} aria-hidden />}
              onClick={() => onChange({ ...snmp, configs: [...configs, emptyConfig(free)] })}
            >
              {t('deviceProfiles.addWay')}
            </Button>
          )}
        </div>
      </FieldGroup>
    </>
  )
}

interface WayCardProps {
  readonly config: SnmpConfig
  readonly taken: readonly SnmpSpec[]
  readonly onChange: (config: SnmpConfig) => void
  readonly onRemove: () => void
}

function WayCard({ config, taken, onChange, onRemove }: WayCardProps) {
  const t = useText()
  const { key, spec, mappings } = config
  const name = t(`deviceProfiles.spec_${spec}`)
  const list = useFieldPath(`${key}.mappings`)
  return (
    <FormCard
      at={key}
      title={name}
      summary={mappings.map((mapping) => mapping.name).join(', ')}
      startsOpen={key.startsWith('n')}
      removeLabel={t('deviceProfiles.removeWay', { name })}
      onRemove={onRemove}
    >
      <div className="sd-form-row">
        <Select
          label={t('deviceProfiles.way')}
          value={spec}
          options={snmpSpecs
            .filter((value) => value === spec || !taken.includes(value))
            .map((value) => ({ value, label: t(`deviceProfiles.spec_${value}`) }))}
          onChange={(next) => onChange({ ...config, spec: next })}
        />
        {isQuerying(spec) && (
          <PlacedText
            at={`${key}.frequencyMs`}
            label={t('deviceProfiles.frequency')}
            inputMode="numeric"
            value={config.frequencyMs}
            onChange={(frequencyMs) => onChange({ ...config, frequencyMs })}
          />
        )}
      </div>
      <LabeledGroup className="sd-form-list" label={t('deviceProfiles.mappings', { name })}>
        {mappings.map((mapping) => (
          <MappingRow
            key={mapping.key}
            at={`${key}.${mapping.key}`}
            mapping={mapping}
            onChange={(next) => onChange({ ...config, mappings: withItem(mappings, next) })}
            onRemove={() => onChange({ ...config, mappings: withoutItem(mappings, mapping.key) })}
          />
        ))}
        <PlaceNote error={list.error} />
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={2} aria-hidden />}
          onClick={() => onChange({ ...config, mappings: [...mappings, emptyMapping()] })}
        >
          {t('deviceProfiles.addMapping')}
        </Button>
      </LabeledGroup>
    </FormCard>
  )
}

interface MappingRowProps {
  readonly at: string
  readonly mapping: SnmpMapping
  readonly onChange: (mapping: SnmpMapping) => void
  readonly onRemove: () => void
}

function MappingRow({ at, mapping, onChange, onRemove }: MappingRowProps) {
  const t = useText()
  return (
    <div className="sd-form-row" data-removable>
      <div className="sd-form-row">
        <PlacedText
          at={`${at}.oid`}
          label={t('deviceProfiles.oid')}
          isMono
          placeholder="1.3.6.1.2.1.1.5.0"
          value={mapping.oid}
          onChange={(oid) => onChange({ ...mapping, oid })}
        />
        <PlacedText
          at={`${at}.name`}
          label={t('deviceProfiles.mappingKey')}
          isMono
          value={mapping.name}
          onChange={(name) => onChange({ ...mapping, name })}
        />
        <Select
          label={t('deviceProfiles.dataType')}
          value={mapping.dataType}
          options={snmpDataTypes.map((value) => ({ value, label: t(`deviceProfiles.type_${value}`) }))}
          onChange={(dataType) => onChange({ ...mapping, dataType })}
        />
      </div>
      <IconButton
        size="sm"
        label={t('deviceProfiles.removeMapping', { name: mapping.name || mapping.oid })}
        icon={<Trash2 size={16} strokeWidth={2} />}
        onClick={onRemove}
      />
    </div>
  )
}
