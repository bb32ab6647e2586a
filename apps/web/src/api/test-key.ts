/** Storage key of a shop's API key in a test environment. The pages for developers write it into their examples. */
export const TEST_KEY_KEY = 'zawadi-test-key';

/** Stores the API key of the signed-in shop if it moves no money, or removes it. The key is no secret. */
export function rememberTestKey(apiKey = ''): void {
  try {
    if (apiKey.startsWith('zk_test_')) localStorage.setItem(TEST_KEY_KEY, apiKey);
    else localStorage.removeItem(TEST_KEY_KEY);
  } catch {
    // Private browsing forbids storage, so the examples keep their dots.
  }
}
