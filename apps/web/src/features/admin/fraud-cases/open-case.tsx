import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listAdministrators } from '@zawadi/contract/administrators';
import type { CallInput } from '@zawadi/contract/endpoint';
import { openFraudCase } from '@zawadi/contract/fraud-cases';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

export type CaseAbout = CallInput<typeof openFraudCase>['body']['about'];
type Kind = 'contact' | 'merchant' | 'administrator';

const LONGEST_TEXT = 2_000;

type OpenCaseProps = {
  /** The subject, if the page knows it; otherwise the dialog asks for it. */
  about?: CaseAbout;
  title?: string;
  onClose: () => void;
};

/** Asks what a new case is about, opens it and shows its page. */
export function OpenCase({ about, title = 'Open a case?', onClose }: OpenCaseProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  // One id per dialog, so that a retry opens no second case.
  const [caseId] = useState(() => newId());
  const [kind, setKind] = useState<Kind>('contact');
  const [named, setNamed] = useState('');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const missing = (value: string, message: string) =>
    isChecked && value.trim() === '' ? message : undefined;
  return (
    <ConfirmDialog
      title={title}
      action="Open case"
      busyLabel="Opening..."
      check={() => {
        setChecked(true);
        return text.trim() !== '' && (about !== undefined || named.trim() !== '');
      }}
      confirm={async () =>
        call(openFraudCase, { body: { caseId, about: about ?? aboutOf(kind, named.trim()), text } })
      }
      onDone={() => {
        toast.success('Case opened');
        void queries.invalidateQueries({ queryKey: adminQueryKeys.fraudCases });
        void navigate({ to: '/admin/fraud-cases/$caseId', params: { caseId } });
      }}
      onClose={onClose}
    >
      {about === undefined && (
        <>
          <SelectField
            label="About"
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as Kind);
              setNamed('');
            }}
            options={[
              { value: 'contact', label: 'A person' },
              { value: 'merchant', label: 'A shop' },
              { value: 'administrator', label: 'An administrator' },
            ]}
          />
          {kind === 'administrator' ? (
            <AdministratorField
              value={named}
              error={missing(named, 'Please choose the administrator')}
              onChange={setNamed}
            />
          ) : (
            <TextField
              label={kind === 'contact' ? 'Phone number or email' : 'Merchant code'}
              autoComplete="off"
              spellCheck={false}
              value={named}
              error={missing(named, 'Please fill this in')}
              onChange={({ target }) => setNamed(target.value)}
            />
          )}
        </>
      )}
      <TextArea
        label="What is suspicious?"
        rows={4}
        maxLength={LONGEST_TEXT}
        value={text}
        error={missing(text, 'Please say what is suspicious')}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="small muted">
        Only administrators see the case. All open alerts about the same person or shop are in it, later ones
        too.
      </p>
    </ConfirmDialog>
  );
}

function aboutOf(kind: Kind, named: string): CaseAbout {
  if (kind === 'merchant') return { kind, merchantCode: named };
  return kind === 'contact' ? { kind, contact: named } : { kind, administratorId: named };
}

type AdministratorFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void };

function AdministratorField({ value, error, onChange }: AdministratorFieldProps) {
  const { data } = useQuery({
    queryKey: adminQueryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const others = data?.administrators.filter(({ isSelf }) => !isSelf) ?? [];
  return (
    <SelectField
      label="Administrator"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: data === undefined ? 'Loading…' : 'Choose…' },
        ...others.map(({ administratorId, name }) => ({ value: administratorId, label: name })),
      ]}
    />
  );
}
