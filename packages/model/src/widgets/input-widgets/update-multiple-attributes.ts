/** `input_widgets.update_multiple_attributes`: a form with attributes and telemetry of the entities of a widget. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import {
  choice,
  flag,
  list,
  maybeNumber,
  number,
  type SettingValues,
  settingsOf,
  text,
  wholeNumber,
} from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const hasButtons = 'model.showActionButtons === true'

const settings = settingsOf({
  widgetTitle: text('Title'),
  showActionButtons: flag('Show action buttons', true, { description: 'Off: each field is saved when it’s left' }),
  updateAllValues: flag('Save all values, not only changed ones', false, { condition: hasButtons }),
  saveButtonLabel: text('Label of the save button', '', { condition: hasButtons }),
  resetButtonLabel: text('Label of the undo button', '', { condition: hasButtons }),
  showResultMessage: flag('Show a message when saved', true),
  showGroupTitle: flag('Show a title per entity', false),
  groupTitle: text('Group title', '', {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders
    description: 'May contain ${entityName} and ${entityLabel}. Default: ${entityName}',
    condition: 'model.showGroupTitle === true',
  }),
  fieldsAlignment: choice('Fields alignment', 'row', { row: 'Row', column: 'Column' }),
  fieldsInRow: wholeNumber('Fields in a row', 2, {
    minimum: 1,
    maximum: 12,
    condition: "model.fieldsAlignment === 'row'",
  }),
})

const option = settingsOf({ value: text('Value (null: empty)'), label: text('Label') }, 'Option')

const isNumber = "model.dataKeyValueType === 'double' || model.dataKeyValueType === 'integer'"

const keySettings = settingsOf(
  {
    dataKeyHidden: flag('Hide the field', false),
    dataKeyType: choice('Key type', 'server', {
      server: 'Server attribute',
      shared: 'Shared attribute',
      timeseries: 'Time series',
    }),
    dataKeyValueType: choice('Value type', 'string', {
      string: 'String',
      double: 'Double',
      integer: 'Integer',
      booleanCheckbox: 'Boolean (checkbox)',
      booleanSwitch: 'Boolean (switch)',
      dateTime: 'Date and time',
      date: 'Date',
      time: 'Time',
      select: 'Select',
    }),
    slideToggleLabelPosition: choice(
      'Label position',
      'after',
      { after: 'After', before: 'Before' },
      { condition: "model.dataKeyValueType === 'booleanSwitch'" },
    ),
    selectOptions: list('Options', option, { condition: "model.dataKeyValueType === 'select'" }),
    step: number('Step', 1, { condition: isNumber }),
    minValue: maybeNumber('Minimum value', { condition: isNumber }),
    maxValue: maybeNumber('Maximum value', { condition: isNumber }),
    required: flag('Required', false),
    requiredErrorMessage: text('Message if empty', '', { condition: 'model.required === true' }),
    minValueErrorMessage: text('Message below the minimum', '', { condition: isNumber }),
    maxValueErrorMessage: text('Message above the maximum', '', { condition: isNumber }),
    invalidDateErrorMessage: text('Message for an invalid date'),
    isEditable: choice('Editing', 'editable', {
      editable: 'Editable',
      disabled: 'Disabled',
      readonly: 'Read-only',
    }),
    disabledOnDataKey: text('Disabled while this key is false', '', {
      condition: "model.isEditable === 'editable'",
    }),
    useCustomIcon: flag('Custom icon', false),
    icon: text('Icon', '', { control: 'icon', condition: 'model.useCustomIcon !== true' }),
    customIcon: text('Custom icon', '', { control: 'image', condition: 'model.useCustomIcon === true' }),
    useGetValueFunction: flag('Use a function to show the value', false),
    getValueFunctionBody: text('Get value function: f(value, ctx)', '', {
      control: 'javascript',
      condition: 'model.useGetValueFunction === true',
    }),
    useSetValueFunction: flag('Use a function to save the value', false),
    setValueFunctionBody: text('Set value function: f(value, originValue, ctx)', '', {
      control: 'javascript',
      condition: 'model.useSetValueFunction === true',
    }),
  },
  'Field',
)

export type MultipleInputKey = SettingValues<typeof keySettings>
export const readMultipleInput = settingsReader(settings)
export const readMultipleInputKey = settingsReader(keySettings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'update_multiple_attributes',
    name: 'Update multiple attributes',
    description: 'Form with attributes and telemetry of one or more entities',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><rect x="18" y="17" width="26" height="11" rx="3"/><rect x="52" y="17" width="26" height="11" rx="3"/><rect x="56" y="38" width="22" height="11" rx="3" stroke-width="4"/>`,
    kind: 'latest',
    size: [7.5, 3],
    order: 0,
    settings,
    keySettings,
    config: { showTitle: true },
  },
]
