import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { jsonOfInput, type TypedInput } from './typed-value.ts'
import { ValueField } from './value-field.tsx'

function Value({ initial }: { initial: TypedInput }) {
  const [input, setInput] = useState(initial)
  const outcome = jsonOfInput(input)
  return (
    <div className="sd-form">
      <ValueField
        input={input}
        onChange={setInput}
        onBlur={() => {}}
        fieldError={'fieldError' in outcome ? outcome.fieldError : undefined}
      />
    </div>
  )
}

const story: Story = {
  id: 'value-input',
  group: 'Fields',
  title: 'Value with its type',
  about:
    'String, integer, double, boolean or JSON. Another type resets the value: false, an empty object, or nothing. Whole doubles keep their fraction.',
  examples: [
    { name: 'Double', Example: () => <Value initial={{ type: 'double', text: '21.5' }} /> },
    { name: 'Not an integer', Example: () => <Value initial={{ type: 'integer', text: '2.5' }} /> },
    { name: 'JSON', Example: () => <Value initial={{ type: 'json', text: '{ "a": 1 }' }} /> },
    { name: 'Boolean', Example: () => <Value initial={{ type: 'boolean', text: 'true' }} /> },
  ],
}
export default story
