import { useState } from 'react'
import type { Story } from '../story.ts'
import { ChipOrder, moved } from './chip-order.tsx'
import { KeyListField, type KeyListFieldProps } from './key-list-field.tsx'

function Keys({ initial, ...rest }: { initial: readonly string[] | null } & Partial<KeyListFieldProps>) {
  const [keys, setKeys] = useState(initial)
  return <KeyListField label="Telemetry keys" value={keys} onChange={setKeys} {...rest} />
}

function Order() {
  const [chips, setChips] = useState(['level', 'temperature', 'pressure'].map((name) => ({ name, value: name })))
  return (
    <ChipOrder
      label="Order of keys"
      chips={chips}
      onReorder={(move) => setChips([...moved(chips, move)])}
      onRemove={(index) => setChips(chips.filter((_, at) => at !== index))}
    />
  )
}

const known = ['humidity', 'level', 'pressure', 'temperature']

const story: Story = {
  id: 'chips',
  group: 'Fields',
  title: 'Chips',
  about:
    'Keys as chips: Enter, a comma or a semicolon ends one, none stands twice. Chips in an order are dragged by their handle, or moved with the arrow keys on it.',
  examples: [
    {
      name: 'Keys with suggestions',
      Example: () => <Keys initial={['level']} suggest={async (text) => known.filter((key) => key.startsWith(text))} />,
    },
    { name: 'Required', Example: () => <Keys initial={null} error="Add at least one key." /> },
    { name: 'Disabled', Example: () => <Keys initial={['level', 'pressure']} isDisabled /> },
    { name: 'An order', Example: Order },
  ],
}
export default story
