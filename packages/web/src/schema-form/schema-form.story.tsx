import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { SchemaForm } from './schema-form.tsx'
import type { JsonFormData } from './schema-model.ts'

const data: JsonFormData = {
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { title: 'Title', type: 'string', maxLength: 40, default: 'Tank levels' },
      max: { title: 'Maximum', type: 'number', default: 100, minimum: 0, exclusiveMinimum: true },
      showLegend: { title: 'Show legend', type: 'boolean', default: true },
      position: { title: 'Position', type: 'string', default: 'bottom' },
      color: { title: 'Color', type: 'string', default: '#1d66f2' },
      icon: { title: 'Icon', type: 'string', default: 'opacity' },
      format: { title: 'Label function', type: 'string', default: 'return value + " %"' },
      ranges: {
        title: 'Ranges',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            from: { title: 'From', type: 'number', default: 0 },
            color: { title: 'Color', type: 'string', default: '#1b7f4c' },
          },
        },
      },
    },
  },
  form: [
    [
      'title',
      'max',
      'showLegend',
      {
        key: 'position',
        type: 'rc-select',
        condition: 'model.showLegend === true',
        items: [
          { value: 'top', label: 'Greater than' },
          { value: 'bottom', label: 'Less than' },
        ],
      },
    ],
    [
      { key: 'color', type: 'color' },
      { key: 'icon', type: 'icon' },
      { key: 'format', type: 'javascript' },
      { key: 'ranges', items: ['ranges[].from', { key: 'ranges[].color', type: 'color' }] },
    ],
  ],
  groupInfoes: [
    { formIndex: 0, GroupTitle: 'General' },
    { formIndex: 1, GroupTitle: 'Look' },
  ],
}

function Settings({ initial, isDisabled }: { initial: unknown; isDisabled?: boolean }) {
  const [value, setValue] = useState(initial)
  return <SchemaForm data={data} value={value} onChange={setValue} isDisabled={isDisabled} />
}

const story: Story = {
  id: 'schema-form',
  group: 'Editors',
  title: 'Schema form',
  about:
    'A form that a widget type describes. Unset values show their defaults, only edited values are stored, and only if they are valid. An empty text is unset. Conditions are read, not run. An unknown condition hides nothing.',
  examples: [
    { name: 'Settings of a widget', Example: () => <Settings initial={{ ranges: [{ from: 0 }] }} /> },
    { name: 'Not valid', Example: () => <Settings initial={{ title: 'x'.repeat(50), max: -1 }} /> },
    { name: 'Disabled', Example: () => <Settings initial={{}} isDisabled /> },
  ],
}
export default story
