/** Fields for provisioning: whether devices can register themselves, and the key and secret they send. */

import { type ProvisionType, provisionTypes } from '@sonde/model/device-profiles/profile-types'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { CopyIconButton } from '../ui/copy/copy-button.tsx'
import { Select, TextField } from '../ui/field/text-field.tsx'
import { randomKey } from './random-key.ts'

export interface ProvisionDraft {
  readonly provisionType: ProvisionType
  readonly provisionKey: string
  readonly provisionSecret: string
}

type Credential = 'provisionKey' | 'provisionSecret'

interface ProvisionFieldsProps {
  readonly fields: {
    readonly draft: ProvisionDraft
    readonly change: (part: Partial<ProvisionDraft>) => void
    readonly touch: (field: Credential) => void
    readonly fieldErrors: Readonly<Partial<Record<Credential, string>>>
  }
}

export function ProvisionFields({ fields: { draft, change, touch, fieldErrors } }: ProvisionFieldsProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const icon = { size: 16, strokeWidth: 2 } as const
  const generate = (field: Credential) => (
    <IconButton
      size="sm"
      label={t('deviceProfiles.generate')}
      icon={<RefreshCw {...icon} />}
      onClick={() => change({ [field]: randomKey() })}
    />
  )
  return (
    <>
      <Select
        label={t('deviceProfiles.provisionType')}
        help={t(`deviceProfiles.provisionText_${draft.provisionType}`)}
        value={draft.provisionType}
        options={provisionTypes.map((value) => ({ value, label: t(`deviceProfiles.provision_${value}`) }))}
        onChange={(provisionType) =>
          change({
            provisionType,
            ...(provisionType !== 'DISABLED' && {
              provisionKey: draft.provisionKey || randomKey(),
              provisionSecret: draft.provisionSecret || randomKey(),
            }),
          })
        }
      />
      {draft.provisionType !== 'DISABLED' && (
        <>
          <TextField
            label={t('deviceProfiles.provisionKey')}
            isMono
            value={draft.provisionKey}
            error={fieldErrors.provisionKey}
            onBlur={() => touch('provisionKey')}
            onChange={(provisionKey) => change({ provisionKey })}
            autoComplete="off"
            end={
              <>
                {generate('provisionKey')}
                <CopyIconButton text={draft.provisionKey} label={t('deviceProfiles.copyKey')} />
              </>
            }
          />
          <TextField
            label={t('deviceProfiles.provisionSecret')}
            isMono
            type={isShown ? 'text' : 'password'}
            value={draft.provisionSecret}
            error={fieldErrors.provisionSecret}
            onBlur={() => touch('provisionSecret')}
            onChange={(provisionSecret) => change({ provisionSecret })}
            autoComplete="off"
            end={
              <>
                <IconButton
                  size="sm"
                  label={t(isShown ? 'deviceProfiles.hideSecret' : 'deviceProfiles.showSecret')}
                  icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
                  onClick={() => setShown(!isShown)}
                />
                {generate('provisionSecret')}
                <CopyIconButton text={draft.provisionSecret} label={t('deviceProfiles.copySecret')} />
              </>
            }
          />
        </>
      )}
    </>
  )
}
