import { useState } from 'react'
import { CodeBlock } from '../copy/code-block.tsx'
import { CopyIconButton } from '../copy/copy-button.tsx'
import type { Story } from '../story.ts'
import { ComboField, type ComboOption } from './combo-field.tsx'
import { ComboListField } from './combo-list-field.tsx'
import { FormError } from './form-error.tsx'
import { CheckField, PasswordField, Select, Switch, TextArea, TextField } from './text-field.tsx'
import { ValueCheckField } from './value-check-field.tsx'

const kinds: readonly ComboOption[] = ['Boiler', 'Pump', 'Tank', 'Van'].map((label) => ({ value: label, label }))
const load = async (text: string) => kinds.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

function Texts() {
  const [name, setName] = useState('Pump P-03')
  const [password, setPassword] = useState('sonde')
  const [port, setPort] = useState('70000')
  return (
    <div className="sd-form">
      <TextField label="Name" value={name} onChange={setName} help="As it stands on the device." />
      <PasswordField label="Password" value={password} onChange={setPassword} />
      <TextField
        label="Port"
        value={port}
        onChange={setPort}
        error="Enter a number from 0 to 65535."
        inputMode="numeric"
      />
      <TextArea label="Description" isOptional value="" onChange={() => {}} />
      <FormError text="The name Pump P-03 is taken. Choose another file file." />
    </div>
  )
}

function Choices() {
  const [kind, setKind] = useState<ComboOption | null>(kinds[1] ?? null)
  const [many, setMany] = useState<readonly ComboOption[]>(kinds.slice(0, 2))
  const [transport, setTransport] = useState('MQTT')
  const [isOn, setOn] = useState(true)
  const [valve, setValve] = useState('N')
  return (
    <div className="sd-form">
      <ComboField label="Type" source={['story']} load={load} value={kind} onChange={setKind} isOptional />
      <ComboListField label="Types" source={['story']} load={load} values={many} onChange={setMany} />
      <Select
        label="Transport"
        value={transport}
        options={['Default', 'MQTT', 'CoAP'].map((value) => ({ value, label: value }))}
        onChange={setTransport}
      />
      <CheckField label="Gateway" help="Connects other devices." isChecked={isOn} onChange={setOn} />
      <ValueCheckField label="Valve open" value={valve} onValue="Y" offValue="N" onChange={setValve} />
      <Switch label="Debug mode" isChecked={isOn} onChange={setOn} />
    </div>
  )
}

const story: Story = {
  id: 'fields',
  group: 'Fields',
  title: 'Fields',
  about:
    'Label above, help or error below; what is optional is marked, not what is required. A combo field searches 150 ms after the last key. Copying says so for 1.5 s.',
  examples: [
    { name: 'Texts and errors', Example: Texts },
    { name: 'Choices', Example: Choices },
    {
      name: 'Copying',
      Example: () => (
        <>
          <CopyIconButton text="6f8d5ad0" label="Copy ID" />
          <CodeBlock text="mosquitto_pub -h localhost -t v1/devices/me/telemetry -u TOKEN" />
        </>
      ),
    },
  ],
}
export default story
