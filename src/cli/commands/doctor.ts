export interface DoctorFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export async function doctor(_flags: DoctorFlags): Promise<number> {
  return 0;
}
